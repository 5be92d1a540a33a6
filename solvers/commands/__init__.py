"""The commands of `zenkai`, one module per command."""
