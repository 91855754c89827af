"""The lay-down of Königs-Rommé as a CP-SAT model, to compare our solver with a general one.

Sets: for each value, whether it is laid, how many natural cards it has, and how many wilds help. Runs: for
each suit, a layer of runs that do not overlap, and a second one if a card is held twice; a place in a layer
is empty, or taken by a natural card or a wild, and every taken place belongs to three in a row (longer runs
are overlapping threes).
"""

from ortools.sat.python import cp_model

FACES = {"J": 11, "Q": 12, "K": 13}
SUITS = "shdcx"
VALUES = range(3, 14)

Places = dict[int, cp_model.IntVar]  # per value


def _value(card: str) -> int:
    return FACES[card[:-1]] if card[:-1] in FACES else int(card[:-1])


def _add_sets(model: cp_model.CpModel, counts: dict[int, int], wilds: int) -> tuple[Places, Places]:
    """For each value held: the natural cards in a set, and the wilds with them."""
    in_set: Places = {}
    helping: Places = {}
    for value, held in counts.items():
        laid = model.new_bool_var(f"set {value}")
        cards = model.new_int_var(0, held, f"cards in set {value}")
        helped = model.new_int_var(0, min(2, wilds), f"wilds in set {value}")
        model.add(cards + helped >= 3 * laid)
        model.add(cards <= held * laid)
        model.add(helped <= 2 * laid)
        in_set[value], helping[value] = cards, helped
    return in_set, helping


def _add_layer(model: cp_model.CpModel, name: str) -> tuple[Places, Places]:
    """One layer of runs that do not overlap: for each value, whether a natural card or a wild is there."""
    natural = {value: model.new_bool_var(f"{name} {value}") for value in VALUES}
    wild = {value: model.new_bool_var(f"{name} wild {value}") for value in VALUES}
    taken = {value: model.new_bool_var(f"{name} taken {value}") for value in VALUES}
    starts = {value: model.new_bool_var(f"{name} start {value}") for value in range(3, 12)}
    for value in VALUES:
        model.add(natural[value] + wild[value] == taken[value])
        # K12: every place taken belongs to a three that starts here or at most two values before.
        near = [starts[first] for first in range(max(3, value - 2), min(11, value) + 1)]
        model.add_bool_or([*near, taken[value].negated()])
        for start in near:
            model.add_implication(start, taken[value])
    return natural, wild


def _most_points_laid(naturals: list[str], wilds: int) -> int:
    """Build the model for these natural cards and a number of wilds, and solve it on one core."""
    model = cp_model.CpModel()
    by_value: dict[int, int] = {}
    for card in naturals:
        by_value[_value(card)] = by_value.get(_value(card), 0) + 1
    in_set, helping = _add_sets(model, by_value, wilds)
    spent = list(helping.values())
    in_runs: dict[int, list[cp_model.IntVar]] = {value: [] for value in VALUES}
    for suit in SUITS:
        held = [_value(card) for card in naturals if card[-1] == suit]
        if len(set(held)) < 2:
            continue  # a card alone in its suit never does better in a run than in a set
        doubles = len(held) - len(set(held))  # without any, overlapping runs might as well be one
        layers = [_add_layer(model, f"{suit}{layer}") for layer in range(2 if doubles else 1)]
        for value in VALUES:
            model.add(sum(natural[value] for natural, _ in layers) <= held.count(value))
            in_runs[value] += [natural[value] for natural, _ in layers]
            spent += [wild_here[value] for _, wild_here in layers]
    model.add(sum(spent) <= wilds)
    laid = []
    for value, held_of_value in by_value.items():
        laid_of_value = in_set[value] + sum(in_runs[value])
        model.add(laid_of_value <= held_of_value)
        laid.append(value * laid_of_value)
    model.maximize(sum(laid))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise RuntimeError("CP-SAT found no optimum")
    left: int = round(solver.objective_value)
    return left


def leftover_cpsat(cards: list[str], wild: int) -> int:
    """The fewest points that can be left in hand, found by CP-SAT."""
    naturals = [card for card in cards if card != "*" and _value(card) != wild]
    wilds = len(cards) - len(naturals)
    wild_points = sum(50 if card == "*" else 20 for card in cards if card == "*" or _value(card) == wild)
    if not naturals:
        return wild_points if wilds < 3 else 0
    best = _most_points_laid(naturals, wilds)
    # Once anything is laid, or with three wilds, every wild can be laid too.
    left = sum(_value(card) for card in naturals) - best
    return left if best or wilds >= 3 else left + wild_points
