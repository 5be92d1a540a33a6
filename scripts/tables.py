"""Tables in papers that scripts write, each between two marks that name its script."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class MarkedTable:
    """The table of a script, by its file name, in a paper."""

    script: str
    paper: Path
    end = "<!-- and ends -->"

    @property
    def begin(self) -> str:
        return f"<!-- the table of scripts/{self.script} begins -->"

    def within(self, text: str, table: str) -> str:
        """The text with this table between its marks. Raises SystemExit where they are not."""
        before, begin, rest = text.partition(self.begin)
        _, end, after = rest.partition(self.end)
        if not begin or not end:
            raise SystemExit(f"the marks {self.begin} and {self.end} are not in {self.paper}")
        return f"{before}{begin}\n{table}\n{end}{after}"

    @property
    def head(self) -> str:
        """The first line of the table that is there."""
        return self._lines[1]

    @property
    def rows(self) -> list[str]:
        """The lines of the table that is there, below those of its head."""
        return self._lines[3:]

    @property
    def _lines(self) -> list[str]:
        text = self.paper.read_text(encoding="utf-8")
        return text.partition(self.begin)[2].partition(self.end)[0].splitlines()

    def write(self, table: str) -> None:
        """Put the table into the paper. Raises SystemExit, OSError."""
        self.paper.write_text(self.within(self.paper.read_text(encoding="utf-8"), table), encoding="utf-8")
