"""Finite fields: the arithmetic behind planes and transversal designs."""

from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

Elements: TypeAlias = tuple[tuple[int, ...], ...]


class Field(NamedTuple):
    """Hold the sums and products of the elements 0 to `order` - 1; 0 is zero and 1 is one."""

    order: int
    sums: Elements
    products: Elements


def prime_power(number: int) -> tuple[int, int] | None:
    """Return the prime and the exponent of a power of a prime, None for other numbers."""
    prime = next((divisor for divisor in range(2, number + 1) if number % divisor == 0), 0)
    exponent = 0
    while prime and number % prime == 0:
        number //= prime
        exponent += 1
    return (prime, exponent) if prime and number == 1 else None


@cache
def field(order: int) -> Field:
    """Return the field with so many elements; raises ValueError unless it is a prime power."""
    power = prime_power(order)
    if power is None:
        raise ValueError(f"There is no field of {order} elements.")
    prime, degree = power
    vectors = [tuple(reversed(digits)) for digits in product(range(prime), repeat=degree)]
    numbers = {vector: number for number, vector in enumerate(vectors)}
    sums = tuple(
        tuple(
            numbers[tuple((x + y) % prime for x, y in zip(one, other, strict=True))]
            for other in vectors
        )
        for one in vectors
    )
    for modulus in vectors:
        products = tuple(
            tuple(numbers[_times(one, other, modulus, prime)] for other in vectors)
            for one in vectors
        )
        if all(sorted(row) == list(range(order)) for row in products[1:]):
            return Field(order, sums, products)
    raise AssertionError("Every prime power has an irreducible polynomial.")


def _times(
    one: tuple[int, ...], other: tuple[int, ...], modulus: tuple[int, ...], prime: int
) -> tuple[int, ...]:
    """Multiply polynomials, lowest power first, where x^degree stands for `modulus`.

    A modulus that is not irreducible gives a ring in which some product of two is zero.
    """
    degree = len(modulus)
    result = [0] * degree
    power = list(one)
    for coefficient in other:
        result = [(x + coefficient * y) % prime for x, y in zip(result, power, strict=True)]
        carry = power[-1]
        power = [0, *power[:-1]]
        power = [(x + carry * y) % prime for x, y in zip(power, modulus, strict=True)]
    return tuple(result)
