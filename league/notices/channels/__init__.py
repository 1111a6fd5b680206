"""How a notice, or a bundle of them, goes out on each channel: one module a channel."""
