"""Dissections: cut figure 1 into pieces along the grid and rebuild figure 2 from them."""
