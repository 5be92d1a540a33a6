"""The compiled steps over a frontier: arrays in, arrays out."""
