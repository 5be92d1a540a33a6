"""Readers of the files that are exported, and counters: written from the formats alone, slow and short."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import product
from xml.etree import ElementTree

from ortools.sat.python import cp_model
from pysat.solvers import Solver


def dimacs(text: str) -> tuple[int, list[list[int]], list[int]]:
    """Variables, clauses, projection. The header must tell the truth."""
    shown: list[int] = []
    clauses, head = [], None
    for line in text.splitlines():
        words = line.split()
        if words[:3] == ["c", "p", "show"]:
            assert words.pop() == "0"
            shown += map(int, words[3:])
        elif words[0] == "p":
            assert words[1] == "cnf"
            head = (int(words[2]), int(words[3]))
        elif words[0] != "c":
            assert words.pop() == "0"
            clauses.append(list(map(int, words)))
    assert head is not None
    assert head[0] >= max([abs(lit) for clause in clauses for lit in clause] + shown, default=0)
    assert head[1] == len(clauses)
    return head[0], clauses, shown


def projected_models(text: str) -> Iterator[frozenset[int]]:
    """The true variables of the projection, once for each set of them."""
    _, clauses, shown = dimacs(text)
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            true = set(solver.get_model())
            yield frozenset(var for var in shown if var in true)
            solver.add_clause([-var if var in true else var for var in shown])


def opb(text: str) -> tuple[int, list[tuple[list[tuple[int, int]], int]]]:
    """Variables, and rows as (weight, variable) with the least sum; an equality is two rows."""
    rows, counts, head = [], [0, 0], None
    for line in text.splitlines():
        words = line.split()
        if line.startswith("* #variable="):
            head = list(map(int, words[2::2]))
        if line.startswith("*"):
            continue
        assert words.pop() == ";"
        bound, sign = int(words.pop()), words.pop()
        terms = [(int(w), int(x.removeprefix("x"))) for w, x in zip(words[::2], words[1::2], strict=True)]
        counts[0] += 1
        rows.append((terms, bound))
        if sign == "=":
            counts[1] += 1
            rows.append(([(-w, x) for w, x in terms], -bound))
        else:
            assert sign == ">="
    assert head is not None
    assert head[1:3] == counts
    assert head[3] == max((_largest(*row).bit_length() for row in rows), default=1)
    return head[0], rows


def _largest(terms: list[tuple[int, int]], bound: int) -> int:
    """What a solver must hold: the sum of all absolute values."""
    return sum(abs(weight) for weight, _ in terms) + abs(bound)


def opb_models(text: str) -> set[tuple[int, ...]]:
    """The values of the variables of the projection: all, where the file names none."""
    shown = [
        int(word[1:]) for line in re.findall(r"^\* zenkai show (.*)$", text, re.M) for word in line.split()
    ]
    return {tuple(values[var - 1] for var in shown) if shown else values for values in _assignments(text)}


def _assignments(text: str) -> Iterator[tuple[int, ...]]:
    """Every assignment of all variables, found by trying values and looking at the bounds of each row."""
    size, rows = opb(text)
    at = defaultdict(list)
    for number, (terms, _) in enumerate(rows):
        for weight, var in terms:
            at[var].append((number, weight))
    slack = [sum(w for w, _ in terms if w > 0) - bound for terms, bound in rows]  # left to lose
    value: list[int | None] = [None] * (size + 1)

    def put(var: int, bit: int, trail: list[int]) -> bool:
        """Set the variable and what follows; False at a conflict."""
        queue = [(var, bit)]
        while queue:
            var, bit = queue.pop()
            if value[var] is not None:
                if value[var] != bit:
                    return False
                continue
            value[var] = bit
            trail.append(var)
            fine = True
            for number, weight in at[var]:
                if (weight > 0) != bool(bit):
                    slack[number] -= abs(weight)
                    fine &= slack[number] >= 0
            if not fine:
                return False
            for number, _ in at[var]:
                queue += [
                    (x, int(w > 0)) for w, x in rows[number][0] if value[x] is None and abs(w) > slack[number]
                ]
        return True

    def undo(trail: list[int]) -> None:
        for var in trail:
            for number, weight in at[var]:
                if (weight > 0) != bool(value[var]):
                    slack[number] += abs(weight)
            value[var] = None

    def search(first: int) -> Iterator[tuple[int, ...]]:
        while first <= size and value[first] is not None:
            first += 1
        if first > size:
            yield tuple(value[1:])  # type: ignore[arg-type]
            return
        for bit in (1, 0):
            trail: list[int] = []
            if put(first, bit, trail):
                yield from search(first + 1)
            undo(trail)

    trail: list[int] = []
    forced = [(x, int(w > 0)) for (terms, _), room in zip(rows, slack) for w, x in terms if abs(w) > room]
    if min(slack, default=0) >= 0 and all(put(x, bit, trail) for x, bit in forced):
        yield from search(1)


def dlx_count(text: str) -> int:
    """The number of solutions, by Algorithm X on sets of options; an item may have bounds lo:hi."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("|")]
    head, options = lines[0], lines[1:]
    bar = head.index("|") if "|" in head else len(head)
    lo, hi = {}, {}
    for word in head[:bar]:
        bounds, _, name = word.rpartition("|")
        low, _, high = bounds.partition(":")
        lo[name], hi[name] = (int(low), int(high or low)) if bounds else (1, 1)
    for name in head[bar + 1 :]:
        lo[name], hi[name] = 0, 1
    assert all(set(option) <= lo.keys() for option in options)
    assert all(len(set(option)) == len(option) for option in options)

    def count(left: list[list[str]], need: dict[str, int], room: dict[str, int]) -> int:
        open_items = [item for item, number in need.items() if number > 0]
        if not open_items:
            return 1 if not left else sum(1 for _ in subsets(left, room))
        number = defaultdict(int)
        for option in left:
            for item in option:
                number[item] += 1
        item = min(open_items, key=lambda name: number[name] - need[name])
        if number[item] < need[item]:
            return 0
        total = 0
        for i, option in enumerate(left):
            if item in option:  # the first option of the item that is taken
                new_need, new_room = dict(need), dict(room)
                for name in option:
                    new_need[name] -= 1
                    new_room[name] -= 1
                before = [o for o in left[:i] if item not in o]
                rest = [o for o in before + left[i + 1 :] if all(new_room[name] for name in o)]
                total += count(rest, new_need, new_room)
        return total

    def subsets(left: list[list[str]], room: dict[str, int]) -> Iterator[None]:
        """Every set of options that keeps the upper bounds, the empty one first."""
        yield None
        for i, option in enumerate(left):
            fewer = {**room, **{name: room[name] - 1 for name in option}}
            yield from subsets([o for o in left[i + 1 :] if all(fewer[name] for name in o)], fewer)

    return count(options, {name: lo[name] for name in lo}, hi)


def xcsp3_models(text: str) -> set[frozenset[str]]:
    """The decision variables that are 1, once for each set of them, as CP-SAT finds them."""
    root = ElementTree.fromstring(text)
    assert root.attrib["format"] == "XCSP3"
    assert [part.tag for part in root] == ["variables", "constraints", "annotations"][: len(root)]
    cp, values = cp_model.CpModel(), {}
    for var in root[0]:
        domain = [int(bound) for bound in re.split(r"\.\.|\s+", (var.text or "").strip())]
        values[var.attrib["id"]] = cp.new_int_var(domain[0], domain[-1], var.attrib["id"])
    equal: dict[str, cp_model.IntVar] = {}

    def is_equal(name: str, value: str) -> cp_model.IntVar:
        key = f"{name}={value}"
        if key not in equal:
            equal[key] = cp.new_bool_var(key)
            cp.add(values[name] == int(value)).only_enforce_if(equal[key])
            cp.add(values[name] != int(value)).only_enforce_if(~equal[key])
        return equal[key]

    for constraint in root[1]:
        parts = {part.tag: (part.text or "").split() for part in constraint}
        if constraint.tag == "intension":
            _intension((constraint.text or "").strip(), cp, is_equal)
        elif constraint.tag == "sum":
            weights = list(map(int, parts.get("coeffs", ["1"] * len(parts["list"]))))
            total = sum(w * values[name] for w, name in zip(weights, parts["list"], strict=True))
            match = re.fullmatch(r"\((eq|in),(-?\d+)(?:\.\.(-?\d+))?\)", parts["condition"][0])
            assert match is not None
            cp.add_linear_constraint(total, int(match[2]), int(match[3] or match[2]))
        else:
            assert constraint.tag == "regular"
            arcs = re.findall(r"\((\w+),(\d+),(\w+)\)", "".join(parts["transitions"]))
            named = dict.fromkeys([*parts["start"], *(name for a, _, b in arcs for name in (a, b))])
            states = {name: number for number, name in enumerate(named)}
            triples = [(states[a], int(letter), states[b]) for a, letter, b in arcs]
            final = [states[name] for name in parts["final"]]
            cp.add_automaton(
                [values[name] for name in parts["list"]], states[parts["start"][0]], final, triples
            )
    shown = (root[2][0].text or "").split() if len(root) > 2 else []
    models: set[frozenset[str]] = set()

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            models.add(frozenset(name for name in shown if self.value(values[name])))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(cp, Collect())
    return models


def minizinc_models(text: str) -> set[frozenset[int]]:
    """The shown variables that are true, once for each set of them, by trying all values."""
    size = int(re.findall(r"^array\[1\.\.(\d+)\] of var bool: x;$", text, re.M)[0])
    shown = re.findall(r"^set of int: shown = \{(.*)\};$", text, re.M)[0]
    asked = [int(word) for word in shown.split(",") if word]
    constraints = re.findall(r"^constraint (.*);$", text, re.M)
    python = " and ".join(
        f"({one.replace(' = ', ' == ').replace(chr(92) + '/', 'or').replace('bool2int', 'int')})"
        for one in constraints
    )
    holds = eval(f"lambda x, true=True, false=False: {python or True}")
    every = ((False, *bits) for bits in product((False, True), repeat=size))
    return {frozenset(var for var in asked if x[var]) for x in every if holds(x)}


def _intension(text: str, cp: cp_model.CpModel, is_equal: Callable[[str, str], cp_model.IntVar]) -> None:
    """eq(x,1), or(eq(x,1),eq(y,0),...) and iff(eq(x,1),eq(w,2))."""
    terms = [is_equal(name, value) for name, value in re.findall(r"eq\((\w+),(-?\d+)\)", text)]
    head = re.sub(r"eq\(\w+,-?\d+\),?", "", text)
    assert head in ("", "or()", "iff()")
    if head == "iff()":
        cp.add(terms[0] == terms[1])
    else:
        cp.add_bool_or(terms)
