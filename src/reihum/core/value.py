"""Objects that are what their fields are: compared, pickled and deep-copied by them, compiled or not.

A state, what its seats know, and a dealer are such values. No class lists its fields for this: a compiled
class knows them, an interpreted object has them in its `__dict__`. What differs from class to class is only
how an empty one is made, since a compiled class cannot be made without its constructor.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from reihum.core.errors import ReihumError

LAYOUT: Final = 1  # rises when a field means something else though it is called the same
# How much of a vec is in use says the field `in_<its name>`, if there is one, or one of these.
COUNTS: Final = {"notes": "noted", "trail": "steps"}
VECS: Final[tuple[type, ...]] = (type(vec[i64]()), type(vec[u8]()))


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Value:
    """Something that is equal, pickled and deep-copied by its fields."""

    def constructor_args(self) -> tuple[Any, ...]:
        """What its class is called with to make one like this, whose other fields can then be set."""
        raise NotImplementedError

    def fields(self) -> dict[str, Any]:
        """All that makes two of a class equal: every field, of a pile the cards that are there."""
        found = fields_of(self)
        return {name: part_in_use(name, value, found) for name, value in found.items()}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Value) and self.fields() == other.fields()

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {name: picklable(value) for name, value in fields_of(self).items()}
        return restore, (type(self), LAYOUT, self.constructor_args(), kept)


def fields_of(thing: Any) -> dict[str, Any]:
    """Every field of an object as it is."""
    names = (*getattr(thing, "__mypyc_attrs__", ()), *getattr(thing, "__dict__", ()))
    return {name: getattr(thing, name) for name in names}


def is_vec(value: Any) -> bool:
    """Whether a field is a vec, which neither pickles nor compares with a list."""
    return isinstance(value, VECS)


def picklable(value: Any) -> Any:
    """A field that can be pickled."""
    return list(value) if is_vec(value) else value


def part_in_use(name: str, value: Any, beside: dict[str, Any]) -> Any:
    """A field that can be compared: of a vec as much as is in use."""
    if not is_vec(value):
        return value
    return list(value)[: beside.get(COUNTS.get(name, f"in_{name}"))]


def restore(kind: Any, layout: int, made_with: tuple[Any, ...], kept: dict[str, Any]) -> Any:
    """The pickled value again."""
    if layout != LAYOUT:
        raise ReihumError(other_version_text(kind))
    try:
        value = kind(*made_with)
    except TypeError:
        raise ReihumError(other_version_text(kind)) from None
    empty = fields_of(value)
    if empty.keys() != kept.keys():
        raise ReihumError(other_version_text(kind))
    for name, given in kept.items():
        setattr(value, name, type(empty[name])(given) if is_vec(empty[name]) else given)
    return value


def other_version_text(kind: Any) -> str:
    """The sentence on a pickle that this Reihum cannot read."""
    made = f"This pickle of a {kind.__name__} was made by another version of Reihum"
    return f"{made}; only a record can be read by all of them."
