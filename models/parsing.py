"""Parsing an instance: untrusted YAML, within stated limits, every value with its line.

    parse_yaml(text) -> Document(data, text, lines, ...)

The YAML events are consumed one by one: only allowed objects are built, aliases are refused (they could
expand without bound), a key given twice is an error, and size, depth and number of values are bounded. The
events come from libyaml if PyYAML has it, which is several times as fast; text that it refuses, or reads
differently, is parsed by PyYAML's Python parser, so that the accepted texts and the messages are the same
everywhere.

Besides the data a document has what was written, such as `no` for False, or lines that YAML joins.
`models.texts` defines what each key may hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import yaml

from zenkai_solver.models.document import MAX_VALUES, Document, InstanceError, Where, fault, refuse_solutions
from zenkai_solver.models.source import (
    BREAK,
    IndentedText,
    comment_below,
    comment_fault,
    common_indentation,
    cut_drawing,
    folded,
)

MAX_DEPTH = 48
# Characters that libyaml accepts in places where PyYAML's parser does not.
UNLIKE = re.compile("[\t?\x85\u2028\u2029\ufeff]|[|>][-+0-9]*#")
LOADERS = (*([yaml.CSafeLoader] if yaml.__with_libyaml__ else []), yaml.SafeLoader)
MAX_DIGITS = 1_000  # of a number; Python itself writes no more than 4,300
TOO_LARGE = 10**MAX_DIGITS
COMMENT = re.compile(r"#[^\n\r\x85\u2028\u2029]*")
OPENS = ("[", "{", ",")  # directly after these `#` is meant as an item, and after a blank if it looks so
CLOSES = re.compile("[]}]")  # in a comment, it shows that the list was meant to end there
ITEM = re.compile(r"#[#. \t]*[],}].*|#[#.]+[ \t]*")
TEXT_LIKE = re.compile(r"[ \t]+#\w")  # a comment that may be text: `Puzzle #5`
VALUE = re.compile(r"#([^][\s{},]+)[]},]*")  # a comment after a colon that may be a value: `{r: #ff0000}`
TAB = "a tab: YAML takes spaces only: write blanks in place of each tab"


def parse_yaml(text: str, loaders: Sequence[Any] = LOADERS) -> Document:
    """The mapping that the YAML text states. Raises InstanceError with `line` set.

    A text that one of PyYAML's loaders refuses is tried with the next one; the last one determines the
    message.
    """
    refuse_solutions(text)
    stated = common_indentation(text)
    try:
        document = _parsed(stated, loaders)
    except yaml.YAMLError as error:
        document = _unchanged(text, stated, loaders, error)
    return replace(document, text=text)


def _unchanged(text: str, stated: IndentedText, loaders: Sequence[Any], error: yaml.YAMLError) -> Document:
    """The text parsed without added indicators, as what looked like a block may be none. Raises
    InstanceError.
    """
    bare = replace(stated, text=text, added=frozenset())
    if isinstance(error, _NoBlock):
        try:
            return _parsed(bare, loaders)
        except yaml.YAMLError as again:
            error = again
    elif stated.added:
        with suppress(yaml.YAMLError, InstanceError):
            return _parsed(bare, loaders)
    raise _explained(error, stated) from None


class _NoBlock(yaml.YAMLError):
    """An indicator was added where no block begins."""


def _explained(error: yaml.YAMLError, stated: IndentedText) -> InstanceError:
    if not isinstance(error, yaml.MarkedYAMLError):
        return fault(f"not YAML: {str(error).splitlines()[0]}", 1)
    mark = error.problem_mark or error.context_mark
    line = mark.line if mark else 0
    for first, end, row in stated.doubtful:
        if first < line <= end:
            return fault(comment_fault(BREAK.split(stated.text), row, first + 1), row + 1)
    if "'\\t'" in str(error.problem):
        return fault(TAB, line + 1)
    return fault(f"not YAML: {error.problem}", line + 1)


def _parsed(stated: IndentedText, loaders: Sequence[Any]) -> Document:
    """The document by the first loader that accepts the text. Raises InstanceError, yaml.YAMLError."""
    *others, last = loaders
    for loader in () if UNLIKE.search(stated.text) else others:
        with suppress(yaml.YAMLError):
            return _read(stated, loader)
    return _read(stated, last)


def _read(stated: IndentedText, loader: Any) -> Document:
    try:
        return _EventReader(stated, loader).document()
    except (ValueError, OverflowError) as error:  # e.g. the date 2020-99-99 or an int of 10,000 digits
        if isinstance(error, InstanceError):
            raise
        raise fault(f"a value that cannot be read: {error}", 1) from None


class _EventReader:
    """Builds dicts, lists and scalars from the parser's events."""

    def __init__(self, stated: IndentedText, loader: Any) -> None:
        self.text = stated.text
        self.added = set(stated.added)
        self.rows = BREAK.split(stated.text)
        self.loader = loader(stated.text)
        self.end = 0  # of what was read, in characters
        self.made = Document({}, stated.text)
        self.values = 0
        self.doubtful: InstanceError | None = None  # a comment that may be meant as the value of a key

    def event(self) -> Any:
        """The next event. Raises InstanceError for a comment that begins where a list item is meant."""
        try:
            event = self.loader.get_event()
        except yaml.MarkedYAMLError as error:
            if isinstance(self.loader, yaml.SafeLoader) and error.problem_mark:  # the last loader
                self._check_comment(self.text[self.end : error.problem_mark.index], CLOSES)
                if self.doubtful is not None:
                    raise self.doubtful from None
            raise
        if getattr(event, "tag", None) and not isinstance(self.loader, yaml.SafeLoader):
            raise yaml.YAMLError("a tag, which libyaml ends before a comma and PyYAML behind it")
        self._check_comment(self.text[self.end : event.start_mark.index])
        self.end = event.end_mark.index
        return event

    def _check_comment(self, between: str, also: re.Pattern[str] | None = None) -> None:
        """Raises InstanceError if the first comment of the text between events is meant as a list item."""
        if (comment := COMMENT.search(between)) is None:
            return
        before = self.text[max(0, self.end - 1) : self.end] + between[: comment.start()]
        meant = before.rstrip(" \t").endswith(OPENS) and (
            before.endswith(OPENS) or ITEM.fullmatch(comment[0])
        )
        value = VALUE.fullmatch(comment[0].rstrip()) if before.rstrip(" \t").endswith(":") else None
        if meant or value or (also and also.search(comment[0])):
            line = len(BREAK.findall(self.text[: self.end] + between[: comment.start()])) + 1
            example = f': "#{value[1]:.40}"' if value else ""
            message = f"{comment[0]!r:.40} is a comment to YAML: write an item with # in quotes{example}"
            wrong = fault(message, line)
            if not value or meant:
                raise wrong
            self.doubtful = self.doubtful or wrong

    def document(self) -> Document:
        try:
            event = self.event()
            while isinstance(event, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
                event = self.event()
            if not isinstance(event, yaml.MappingStartEvent):
                raise fault("an instance is a YAML mapping: lines of `key: value`", 1)
            self.made.data = self.value(event, (), 0)
            self.event()
            if not isinstance(self.event(), yaml.StreamEndEvent):
                raise fault("this file has several YAML documents; one is expected", 1)
            if self.added:
                raise _NoBlock
        finally:
            self.loader.dispose()
        return self.made

    def value(self, event: Any, where: Where, column: int) -> Any:
        """The value that begins with the event; `column`: that of its key, or of the dashes of its list."""
        self.values += 1
        line = event.start_mark.line + 1
        if self.values > MAX_VALUES or len(where) > MAX_DEPTH:
            raise fault(f"more than {MAX_VALUES:,} values, or nested deeper than {MAX_DEPTH}", line)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise fault("anchors and aliases (& and *) are not allowed", line)
        dashes = event.start_mark.column
        block = isinstance(event, yaml.ScalarEvent) and event.style in ("|", ">")
        self.made.lines[where] = line + block  # a block's first row is below its key
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, where, line, column)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(where, dashes)
        return self.mapping(where)

    def _scalar(self, event: Any, where: Where, line: int, column: int) -> Any:
        """The value of a scalar; the document notes how it is written if that matters."""
        value = self.scalar(event, line)
        if event.style in ("|", ">"):
            self._check_block(event, value, line, column)
            if event.style == "|":  # `|-` and `|+` too
                value = value.rstrip("\n") + "\n"
        elif not event.style:
            self._check_plain(event, where, column)
        if isinstance(value, str):
            raw = self.text[event.start_mark.index : event.end_mark.index]
            if (
                event.style != "|"
                and event.start_mark.line < event.end_mark.line
                and folded(raw, event.style)
            ):
                self.made.folded.add(where)
        elif type(value) is not int or str(value) != event.value.removeprefix("+"):
            self.made.written[where] = event.value
        return value

    def _check_block(self, event: Any, value: Any, line: int, column: int) -> None:
        """Raises InstanceError for a block that is empty, or ends at a row that YAML takes for a comment."""
        start, end = event.start_mark, event.end_mark.line + (event.end_mark.column > 0)
        self.added.discard((start.line, start.column))
        if (below := comment_below(self.rows, end, column)) is not None:
            raise fault(comment_fault(self.rows, below, end), below + 1)
        if isinstance(value, str) and not value.strip():
            if line < len(self.rows) and self.rows[line].startswith("\t"):
                raise fault(TAB, line + 1)
            raise fault(f"no rows below `{event.style}`: spaces indent them, deeper than its key", line)

    def _check_plain(self, event: Any, where: Where, column: int) -> None:
        """Raises InstanceError for a drawing that continues as a comment; notes other comments in `cut`."""
        end = event.end_mark
        rest = self.rows[end.line][end.column :] if end.line < len(self.rows) else ""
        if more := cut_drawing(event.value, rest, self.rows, end.line + 1, column):
            message = f"{more!r:.40} is a comment to YAML: write a text with # in quotes, a drawing below `|`"
            raise fault(message, end.line + 1)
        if TEXT_LIKE.match(rest):
            self.made.cut[where] = rest.strip()

    def scalar(self, event: yaml.ScalarEvent, line: int) -> Any:
        if not event.value and event.implicit[0] and not isinstance(self.loader, yaml.SafeLoader):
            raise yaml.YAMLError("a value that is left out, which libyaml says is on the next line")
        resolver: Any = self.loader  # its methods are not typed
        tag = event.tag or resolver.resolve(yaml.ScalarNode, event.value, event.implicit)
        try:
            value = resolver.construct_object(yaml.ScalarNode(tag, event.value))
        except yaml.constructor.ConstructorError:  # such as `=`, which YAML reserves
            raise fault(f"{event.value!r:.40} is not a value to YAML: write text in quotes", line) from None
        except (IndexError, KeyError, AttributeError, TypeError):  # `!!int ""`, `!!bool x`, `!!timestamp x`
            kind = tag.rpartition(":")[2]
            raise fault(f"{event.value!r:.40} is not of type {kind}", line) from None
        if isinstance(value, int) and abs(value) >= TOO_LARGE:
            raise fault(f"a number of more than {MAX_DIGITS:,} digits", line)
        return value

    def sequence(self, where: Where, column: int) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := self.event(), yaml.SequenceEndEvent):
            items.append(self.value(event, (*where, len(items)), column))
        return items

    def mapping(self, where: Where) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while not isinstance(event := self.event(), yaml.MappingEndEvent):
            line, column = event.start_mark.line + 1, event.start_mark.column
            if not isinstance(event, yaml.ScalarEvent):
                raise fault("a key must be plain text", line)
            if event.value in items:
                raise fault(f"{event.value}: given twice", line)
            items[event.value] = self.value(self.event(), (*where, event.value), column)
            self.made.lines.setdefault((*where, event.value), line)
        return items
