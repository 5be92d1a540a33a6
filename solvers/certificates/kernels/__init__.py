"""The compiled loops of certificates."""
