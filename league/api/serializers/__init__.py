"""The shapes of what programs send and get: each field says what it is and shows an example."""
