"""The pages of online tables, and what their scripts ask."""
