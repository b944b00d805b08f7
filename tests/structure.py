"""Counts that tell how easy the package is to navigate: `python -m tests.structure` prints them.

`tests/test_structure.py` holds the package to LIMITS.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from .test_layers import LAYERS, PACKAGE, modules, name_of

Function = ast.FunctionDef | ast.AsyncFunctionDef

LIMITS = {
    "files on the top level": 8,
    "layers": 10,
    "functions named by a participle": 0,
    "public names in more than one module": 0,
    "methods of the largest class": 24,
    "lines of the longest function": 44,
    "lines over 100 columns, per mille": 9,
}

# Hooks and rules of a card's block, which read as a player says them, and our one decorator.
CARD_VERBS = {"picked"}
RULE_NAMES = {
    "drawn_and_no_menu",
    "held_and_asked_for",
    "marked_categories_are_half_ones",
}
DECORATORS = {"compiled"}
ALLOWED_PARTICIPLES = CARD_VERBS | RULE_NAMES | DECORATORS

# Names that several modules define, each with its reason.
SAME_CARD = "the same card, kind or rule in Sushi Go! and in Sushi Go Party!"
SHARED_NAMES = {
    **dict.fromkeys(["EGG", "SALMON", "SQUID", "PUDDING", "WASABI"], SAME_CARD),
    **dict.fromkeys(["chopsticks", "dumpling", "maki", "nigiri", "pudding"], SAME_CARD),
    **dict.fromkeys(["sashimi", "tempura", "wasabi"], SAME_CARD),
    **dict.fromkeys(["dip", "most_and_fewest", "puddings", "second_card"], SAME_CARD),
    "game": "each game's module calls its game so",
    "log": "each module's logger",
    "main": "where a program starts",
    "T": "a type variable",
}

IRREGULAR = re.compile(
    r"begun|bent|born|bound|bought|broken|brought|built|caught|chosen|dealt|done|"
    r"drawn|driven|eaten|fallen|felt|forgotten|fought|found|frozen|given|gone|"
    r"grown|heard|held|hidden|hung|kept|known|laid|led|left|lent|lost|made|meant|"
    r"met|paid|risen|said|seen|sent|shown|slept|sold|spent|spoken|stolen|stood|"
    r"struck|stuck|sworn|taken|taught|thought|thrown|told|torn|understood|won|worn|"
    r"written"
)
NOT_PARTICIPLES = {"bed", "embed", "exceed", "feed", "need", "proceed", "red", "seed", "speed"}


class Named(NamedTuple):
    """A function or class, and where it stands."""

    module: str
    name: str
    node: ast.stmt

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of the package with its syntax tree."""
    for path in sorted(modules()):
        yield name_of(path), ast.parse(path.read_text())


def functions() -> Iterator[Named]:
    """Yield every function and method of the package, also those inside others."""
    for module, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, Function):
                yield Named(module, node.name, node)


def has_decorator(node: Function, *names: str) -> bool:
    """Say whether a function has one of these decorators."""
    texts = [ast.unparse(decorator) for decorator in node.decorator_list]
    return any(re.search(rf"(^|[._]){name}($|\.)", text) for text in texts for name in names)


def is_property(node: Function) -> bool:
    """Say whether a method is read like a value, so that its name may be an adjective."""
    return has_decorator(node, "property", "setter")


def is_participle(name: str) -> bool:
    """Say whether a name begins with a past participle, and so names neither an action nor a thing."""
    first = name.strip("_").split("_")[0]
    regular = len(first) > 3 and first.endswith("ed") and first not in NOT_PARTICIPLES
    return regular or bool(IRREGULAR.fullmatch(first))


def participles() -> list[str]:
    """List the functions that are named by a participle."""
    return [
        str(found)
        for found in functions()
        if is_participle(found.name)
        and found.name not in ALLOWED_PARTICIPLES
        and isinstance(found.node, Function)
        and not is_property(found.node)
    ]


def defined_names(tree: ast.Module) -> set[str]:
    """Return the public functions, classes and constants that a module defines itself."""
    names = set()
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                names |= {part.id for part in parts if isinstance(part, ast.Name)}
    return {name for name in names if not name.startswith("_")}


def repeated_names() -> dict[str, list[str]]:
    """Return the public top-level names that several modules define, with those modules."""
    homes: dict[str, list[str]] = defaultdict(list)
    for module, tree in trees():
        for name in defined_names(tree):
            homes[name].append(module)
    return {
        name: found
        for name, found in sorted(homes.items())
        if len(found) > 1 and name not in SHARED_NAMES
    }


def class_sizes() -> dict[str, int]:
    """Return the number of methods of each class; properties do not count."""
    sizes = {}
    for module, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                methods = [one for one in node.body if isinstance(one, Function)]
                sizes[f"{module}.{node.name}"] = sum(not is_property(one) for one in methods)
    return sizes


def function_lengths() -> dict[str, int]:
    """Return the number of lines of each function, from `def` to its last line."""
    return {
        str(found): (found.node.end_lineno or 0) - found.node.lineno + 1 for found in functions()
    }


def long_lines() -> tuple[int, int]:
    """Count the lines of the package over 100 columns, and all its lines."""
    lines = [line for path in modules() for line in path.read_text().splitlines()]
    return sum(len(line) > 100 for line in lines), len(lines)


def top_level_files() -> list[Path]:
    """List the files on the top level of the package."""
    return [path for path in PACKAGE.iterdir() if path.is_file()]


def largest(sizes: dict[str, int]) -> tuple[str, int]:
    """Return the entry with the greatest number."""
    return max(sizes.items(), key=lambda item: item[1])


@lru_cache
def counts() -> dict[str, int]:
    """Return each count of LIMITS."""
    over, lines = long_lines()
    return dict(
        zip(
            LIMITS,
            (
                len(top_level_files()),
                len(LAYERS),
                len(participles()),
                len(repeated_names()),
                largest(class_sizes())[1],
                largest(function_lengths())[1],
                round(1000 * over / lines),
            ),
            strict=True,
        )
    )


def report() -> Iterator[str]:
    """Yield the counts as text, then what lies behind those that are over their limits."""
    for name, count in counts().items():
        yield f"{name}: {count} (limit {LIMITS[name]})"
    yield f"largest class: {largest(class_sizes())[0]}"
    yield f"longest function: {largest(function_lengths())[0]}"
    for name in participles():
        yield f"participle: {name}"
    for name, reason in SHARED_NAMES.items():
        yield f"defined in several modules on purpose: {name}, {reason}"
    for name, homes in repeated_names().items():
        yield f"defined {len(homes)} times: {name} in {', '.join(homes)}"
    for name, lines in function_lengths().items():
        if lines > LIMITS["lines of the longest function"]:
            yield f"long function: {name}, {lines} lines"


if __name__ == "__main__":
    print("\n".join(report()))
