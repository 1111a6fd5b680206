"""The commands of the engine's command line, one module each; `run` returns the exit status."""
