"""The mathematics of the samples, written down once more for mpmath, where it can be in another way.

Each takes the inputs by name, arrays as nested lists, and returns the outputs in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mpmath as mp

Formula = Callable[..., Any]


def kepler(M: Any, ecc: Any) -> Any:
    return mp.findroot(lambda E: E - ecc * mp.sin(E) - M, M)


def pendulum(theta0: Any, omega0: Any, g: Any, l: Any) -> list[Any]:  # noqa: E741
    """Each stage of the Runge-Kutta method written out for both components."""
    h = mp.mpf(0.01)
    a, w = theta0, omega0
    for _ in range(100):
        stages = [(w, -g / l * mp.sin(a))]
        for c in (h / 2, h / 2, h):
            da, dw = stages[-1]
            stages.append((w + c * dw, -g / l * mp.sin(a + c * da)))
        a, w = (
            x + h / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3])
            for x, k in zip((a, w), zip(*stages, strict=True), strict=True)
        )
    return [a, w]


def call(S: Any, K: Any, r: Any, sigma: Any, T: Any) -> Any:
    """The price as the discounted expectation under the lognormal law, by the error function."""
    deviation = sigma * mp.sqrt(T)
    d = (mp.log(S / K) + r * T) / deviation
    above = mp.erfc(-(d + deviation / 2) / mp.sqrt(2)) / 2
    exercised = mp.erfc(-(d - deviation / 2) / mp.sqrt(2)) / 2
    return S * above - K * mp.exp(-r * T) * exercised


def implied_volatility(price: Any, S: Any, K: Any, r: Any, T: Any) -> Any:
    return mp.findroot(lambda sigma: call(S, K, r, sigma, T) - price, mp.mpf("0.2"))


def van_der_waals(n: Any, V: Any, T: Any, a: Any, b: Any) -> Any:
    volume = V / n
    return mp.mpf(8.314462618) * T / (volume - b) - a / volume**2


def lennard_jones(X: Sequence[Sequence[Any]]) -> Any:
    pairs = [(p, q) for i, p in enumerate(X) for q in X[:i]]
    distances = [mp.sqrt(sum((a - b) ** 2 for a, b in zip(p, q, strict=True))) for p, q in pairs]
    return sum(4 * (r**-12 - r**-6) for r in distances)


def xor(W: Any, b: Any, v: Any, c: Any) -> Any:
    total = mp.mpf(0)
    for p, q, target in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)):
        hidden = [mp.tanh(p * W[0][k] + q * W[1][k] + b[k]) for k in (0, 1)]
        total += (1 / (1 + mp.exp(-(hidden[0] * v[0] + hidden[1] * v[1] + c))) - target) ** 2
    return total / 4


def logistic_regression(w: Any, bias: Any, ridge: Any) -> Any:
    """-log of the product of the probabilities of what was observed."""
    features = ((1.2, 0.7), (-0.4, 1.5), (0.3, -0.8), (2.1, 1.1), (-1.3, 0.2), (0.8, -1.6))
    likelihood = mp.mpf(1)
    for (p, q), label in zip(features, (1, 0, 1, 1, 0, 1), strict=True):
        yes = 1 / (1 + mp.exp(-(mp.mpf(p) * w[0] + mp.mpf(q) * w[1] + bias)))
        likelihood *= yes if label else 1 - yes
    return -mp.log(likelihood) + ridge / 2 * (w[0] ** 2 + w[1] ** 2)


def kalman(z: Any, q: Any, r: Any, dt: Any) -> list[Any]:
    """The step written out for two states."""
    position, velocity = 1 + dt / 2, mp.mpf(0.5)
    p00, p01, p11 = mp.mpf(0.4), mp.mpf(0.1), mp.mpf(0.3)
    a = p00 + 2 * dt * p01 + dt**2 * p11 + q * dt**3 / 3
    b = p01 + dt * p11 + q * dt**2 / 2
    s, miss = a + r, z - position
    loglik = -(miss**2 / s + mp.log(2 * mp.pi * s)) / 2
    return [position + a / s * miss, velocity + b / s * miss, loglik]


def robot_arm(q: Any, link: Any) -> list[Any]:
    """The hand as a sum of turns in the complex plane."""
    hand, turn = mp.mpc(0), mp.mpc(1)
    for angle, length in zip(q, link, strict=True):
        turn *= mp.expj(angle)
        hand += length * turn
    return [hand.real, hand.imag, sum(q)]


def income_tax(income: Any) -> Any:
    """In the third bracket: 22 % of what is above 47150, and the two brackets below it in full."""
    return (
        1160 + mp.mpf(0.12) * (47150 - 11600) + mp.mpf(0.22) * (income - 14600 - 47150)
        if income > 61750
        else (1160 + mp.mpf(0.12) * (income - 14600 - 11600))
    )


def gauss(A: Any, b: Any) -> Any:
    """By Cramer's rule."""
    size = mp.det(mp.matrix(A))
    total = mp.mpf(0)
    for k in range(3):
        replaced = [[b[i] if j == k else A[i][j] for j in range(3)] for i in range(3)]
        total += mp.det(mp.matrix(replaced)) / size
    return total


def heat(u: Any, kappa: Any) -> Any:
    """By powers of the matrix of one step."""
    c = kappa * mp.mpf(0.25)
    step = mp.eye(8)
    for k in range(1, 7):
        step[k, k - 1], step[k, k], step[k, k + 1] = c, 1 - 2 * c, c
    return (step**20 * mp.matrix(u))[3]


def least_squares(y: Any) -> list[Any]:
    """By the means of t, y and t y."""
    n = len(y)
    t_mean, y_mean = mp.mpf(n - 1) / 2, sum(y) / n
    slope = sum((t - t_mean) * v for t, v in enumerate(y)) / sum((t - t_mean) ** 2 for t in range(n))
    return [y_mean - slope * t_mean, slope]


def mortgage(loan: Any, rate: Any, years: Any) -> list[Any]:
    growth = (1 + rate / 12) ** (12 * years)
    payment = loan * (rate / 12) * growth / (growth - 1)
    return [payment, 12 * years * payment - loan]


def epidemic(beta0: Any, recovery: Any, infected: Any) -> list[Any]:
    s, i = 1 - infected, infected
    for _ in range(60):
        caught, healed = beta0 * s * i, recovery * i
        s2, i2 = s - caught, i + caught - healed
        caught2, healed2 = beta0 * s2 * i2, recovery * i2
        s, i = s - (caught + caught2) / 2, i + (caught + caught2 - healed - healed2) / 2
    return [i, 1 - s]


def softmax_temperature(scores: Any, T: Any) -> Any:
    weights = [mp.exp(score / T) for score in scores]
    total = sum(weights)
    return -sum(w / total * mp.log(w / total) for w in weights)


def bezier(t: Any, P: Any) -> list[Any]:
    """By Bernstein polynomials."""
    weights = [mp.binomial(3, k) * t**k * (1 - t) ** (3 - k) for k in range(4)]
    return [sum(w * p[axis] for w, p in zip(weights, P, strict=True)) for axis in (0, 1)]


FORMULAS: dict[str, Formula] = {
    "baydin": lambda x1, x2: mp.log(x1) + x1 * x2 - mp.sin(x2),
    "bezier": bezier,
    "black-scholes": call,
    "epidemic": epidemic,
    "exp-of-product": lambda a, b: mp.exp(a * b),
    "gauss": gauss,
    "griewank-walther": lambda x1, x2: (mp.sin(x1 / x2) + x1 / x2 - mp.exp(x2)) * (x1 / x2 - mp.exp(x2)),
    "heat": heat,
    "implied-volatility": implied_volatility,
    "income-tax": income_tax,
    "kalman": kalman,
    "kepler": kepler,
    "least-squares": least_squares,
    "lennard-jones": lennard_jones,
    "logistic-regression": logistic_regression,
    "mortgage": mortgage,
    "newton": lambda a: mp.sqrt(a),
    "pendulum": pendulum,
    "robot-arm": robot_arm,
    "sigmoid": lambda x: 1 / (1 + mp.exp(-x)),
    "sine-of-product": lambda x, y: mp.sin(x * y) + (x * y) ** 2,
    "softmax-temperature": softmax_temperature,
    "square": lambda v: v * v,
    "sum-times": lambda a, b, c: (a + b) * c,
    "tanh-neuron": lambda a, b, c: mp.tanh((a + b) * c),
    "van-der-waals": van_der_waals,
    "xor": xor,
}
