"""Objects that are compared, pickled and deep-copied by their fields, compiled or not.

States, dealers and what seats know are such values. No class lists its fields for this: a compiled class
knows them, and an interpreted object has them in its `__dict__`. A class only has to say how an empty object
is made, because a compiled object cannot be made without its constructor.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from reihum.core.errors import ReihumError

LAYOUT: Final = 1  # raised when a field keeps its name but changes its meaning
# How much of a vec is in use is in the field `in_<its name>`, if there is one, or in one of these.
COUNTS: Final = {"notes": "noted", "trail": "steps"}
VECS: Final[tuple[type, ...]] = (type(vec[i64]()), type(vec[u8]()))


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Value:
    """An object that is compared, pickled and deep-copied by its fields."""

    def constructor_args(self) -> tuple[Any, ...]:
        """The arguments of its class for making a similar object, whose other fields can then be set."""
        raise NotImplementedError

    def fields(self) -> dict[str, Any]:
        """Everything that equal objects have in common: every field, and of a pile only the cards in it."""
        found = fields_of(self)
        return {name: part_in_use(name, value, found) for name, value in found.items()}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Value) and self.fields() == other.fields()

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {name: picklable(value) for name, value in fields_of(self).items()}
        return restore, (type(self), LAYOUT, self.constructor_args(), kept)


def fields_of(thing: Any) -> dict[str, Any]:
    """Every field of an object, unchanged."""
    names = (*getattr(thing, "__mypyc_attrs__", ()), *getattr(thing, "__dict__", ()))
    return {name: getattr(thing, name) for name in names}


def is_vec(value: Any) -> bool:
    """Whether a field is a vec, which cannot be pickled or compared with a list."""
    return isinstance(value, VECS)


def picklable(value: Any) -> Any:
    """A field in a form that can be pickled."""
    return list(value) if is_vec(value) else value


def part_in_use(name: str, value: Any, others: dict[str, Any]) -> Any:
    """A field in a form that can be compared: of a vec, the part in use."""
    if not is_vec(value):
        return value
    return list(value)[: others.get(COUNTS.get(name, f"in_{name}"))]


def restore(kind: Any, layout: int, arguments: tuple[Any, ...], kept: dict[str, Any]) -> Any:
    """The object that was pickled."""
    if layout != LAYOUT:
        raise ReihumError(other_version_text(kind))
    try:
        value = kind(*arguments)
    except TypeError:
        raise ReihumError(other_version_text(kind)) from None
    empty = fields_of(value)
    if empty.keys() != kept.keys():
        raise ReihumError(other_version_text(kind))
    for name, given in kept.items():
        setattr(value, name, type(empty[name])(given) if is_vec(empty[name]) else given)
    return value


def other_version_text(kind: Any) -> str:
    """The sentence for a pickle that this version of Reihum cannot read."""
    made = f"This pickle of a {kind.__name__} was made by another version of Reihum"
    return f"{made}; to keep a game for other versions, use its record."
