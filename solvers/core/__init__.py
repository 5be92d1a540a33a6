"""What every command and engine shares: engines' protocol, the pipeline, levels of trust, signals."""
