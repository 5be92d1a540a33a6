"""The words of which a genre of one's own is made, see `zenkai.Genre` and models/genres/README.md.

from zenkai_solver.genres import *
"""

from zenkai_solver.models.genres.vocabulary import *  # noqa: F403
from zenkai_solver.models.genres.vocabulary import __all__ as __all__
