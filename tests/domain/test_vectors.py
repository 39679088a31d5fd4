from __future__ import annotations

import math
from array import array

import pytest

from desktop_app.domain.vectors import as_query, combined, cosine, require_usable


def unit(*values: float) -> bytes:
    length = math.sqrt(sum(value * value for value in values))
    return array("f", [value / length for value in values]).tobytes()


def test_the_combined_vector_gives_the_mean_of_the_cosines() -> None:
    first, second, asked = unit(1, 2, 3), unit(-1, 4, 0.5), unit(0.2, 1, 1)
    both = combined([first, second])
    assert cosine(both, both) == pytest.approx(1.0, abs=1e-6)
    expected = (cosine(first, asked) + cosine(second, asked)) / 2
    assert cosine(both, as_query(asked)) == pytest.approx(expected, abs=1e-6)


def test_a_single_vector_keeps_its_cosine() -> None:
    assert cosine(combined([unit(1, 2)]), as_query(unit(1, 2))) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("values", [[], [0.0, 0.0], [math.nan, 1.0], [math.inf, 1.0]])
def test_unusable_vectors_are_refused(values: list[float]) -> None:
    with pytest.raises(ValueError):
        require_usable(array("f", values).tobytes())


def test_vectors_of_two_models_do_not_mix() -> None:
    with pytest.raises(ValueError):
        combined([unit(1, 2), unit(1, 2, 3)])
