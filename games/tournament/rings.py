"""Rings of any order: products of finite fields, the arithmetic behind transversal designs."""

from functools import cache
from math import prod
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.tournament.fields import field

Integers: TypeAlias = NDArray[np.intp]


class Ring(NamedTuple):
    """Hold the sums, differences and products of the elements 0 to `order` - 1; 0 is zero.

    Any two of the `apart` differ by an element that divides all others.
    """

    order: int
    apart: tuple[int, ...]
    sums: Integers
    differences: Integers
    products: Integers


@cache
def ring(order: int) -> Ring:
    """Return the product of the fields whose orders are the prime powers in `order`."""
    factors = _prime_powers(order)
    weights = [prod(factors[:at]) for at in range(len(factors))]
    sums, products = np.zeros((2, order, order), np.intp)
    for factor, weight in zip(factors, weights, strict=True):
        part = np.arange(order) // weight % factor
        pairs = part[:, None], part[None, :]
        sums += weight * np.array(field(factor).sums)[pairs]
        products += weight * np.array(field(factor).products)[pairs]
    # Each column of the sums is a permutation, and its inverse subtracts.
    differences = np.argsort(sums, axis=0)
    apart = tuple(sum(weights) * element for element in range(min(factors)))
    return Ring(order, apart, sums, differences, products)


def _prime_powers(number: int) -> list[int]:
    """Return the powers of different primes whose product this is."""
    powers = []
    divisor = 2
    while number > 1:
        power = 1
        while number % divisor == 0:
            number //= divisor
            power *= divisor
        if power > 1:
            powers.append(power)
        divisor += 1
    return powers
