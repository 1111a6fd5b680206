"""The engine all of Menagerie's games share: pure values in, pure values out."""
