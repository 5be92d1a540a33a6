"""The compiled searches of exact covers: arrays in, arrays out."""
