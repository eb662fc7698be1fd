"""Random texts of the language: grown from the grammar, damaged, or of no sense at all.

Everything is drawn from a `random.Random`: a seeded one in `tests/fuzz.py`, one that Hypothesis
steers (and shrinks) in `tests/test_fuzz.py`.
"""

from __future__ import annotations

from random import Random

from adcli.language.grammar.vocabulary import CALLS
from adcli.operations import SPELLINGS, TABLE

NAMES = ("x", "y", "z", "v", "A", "n", "e", "pi", "lambda", "θ", "x1", "f", "input", "output", "gamma", "_")
CALLABLE = tuple(dict.fromkeys([*SPELLINGS, *CALLS, "f", "g"]))
SCALAR = tuple(name for name, operation in TABLE.items() if not operation.tensor and name in SPELLINGS)
NUMBERS = (
    "0", "1", "2", "-1", "3", "0.5", "1e-3", "1e300", "1e308", "1e309", "5e-324", "1e-400", ".5", "5.",
    "1_000",
    "inf", "0.1", "1e16", "9007199254740993", "170", "171", "-0.0", "1000000000000", "2.5", "-8", "1/3",
    "1e5",
)  # fmt: skip
BINARY = (
    "+", "-", "*", "/", "^", "**", "//", "%", "@", " ", "×", "÷", "−", "·", "<", ">", "==", "!=", "<=",
    " and ", " or ", "+", "-", "*", "/", "^",
)  # fmt: skip
ON_ARRAYS = (
    "sum(v)", "norm(v)", "prod(v)", "dot(v, v)", "max(v)", "sum([x^i for i in range(3)])", "mean(v*x)",
    "sum(softmax(v*y))", "det([[x, y], [z, 2]])", "sum(where(v > x, v, y*v))", "logsumexp(v)", "std(v)",
    "sum(cumsum(v)*v)", "sum(inv([[x, y], [z, 9]]))", "solve([[x, y], [z, 9]], v[:2])[0]",
    "logdet([[4, x], [x, 9]])",
)  # fmt: skip
DAMAGE = "()[]{}.,:;=+-*/^%@!|&~#\"'\\$?<>_ \t\n\r\f\0eE019xf∂²√π\u200b\ufeff\u202e\ud7ffé\U0001f600"
WORDS = (
    "if", "else", "elif", "while", "for", "in", "def", "return", "break", "continue", "pass", "assert", "not",
    "and", "or", "True", "false", "None", "lambda", "import", "class", "input", "output", "at", ":", ";", ",",
    "(", ")", "[", "]", "=", "+=", "==", "\n", "\n    ", ".T", "..", "range", "'", '"""', "@", "@x.npy", "#",
)  # fmt: skip


def expression(random: Random, depth: int = 4) -> str:
    """An expression of the grammar; it may be nonsense all the same, as in `[1, 2][x > 3]`."""
    if depth <= 0 or random.random() < 0.15:
        return random.choice(NAMES if random.random() < 0.6 else NUMBERS)

    def inner() -> str:
        return expression(random, depth - 1)

    kind = random.randrange(14)
    if kind < 4:
        return f"{inner()}{random.choice(BINARY)}{inner()}"
    if kind < 7:
        count = random.choice((1, 1, 1, 2, 2, 3, 0))
        named = random.choice((*[""] * 12, ", axis=0", ", axis=1", ", ddof=1", ", n=2", ", axis=-1"))
        return f"{random.choice(CALLABLE)}({', '.join(inner() for _ in range(count))}{named})"
    if kind == 7:
        return f"({inner()})"
    if kind == 8:
        return random.choice(("-", "+", "not ", "--", "√")) + inner()
    if kind == 9:
        return f"({inner()} if {inner()} else {inner()})"
    if kind == 10:
        return f"[{', '.join(inner() for _ in range(random.choice((1, 2, 2, 3, 0))))}]"
    if kind == 11:
        return f"{inner()}[{random.choice((inner(), '0', '-1', '1:', ':', '0,1', '::-1', 'n', '5'))}]"
    if kind == 12:
        return f"[{inner()} for {random.choice(NAMES)} in {iterable(random)}]"
    return f"({inner()}){random.choice(('²', '.T', '^-1', '!', '(x)', '⁻¹', ''))}"


def sensible(random: Random, depth: int = 4) -> str:
    """An expression of scalars x, y, z and of the array v in which every call has its arguments."""
    if depth <= 0 or random.random() < 0.1:
        return random.choice(
            ("x", "y", "z", "x", "y", "v[0]", "v[1]", "2", "0.5", "3", "1", "0", "pi", "1e200")
        )

    def inner() -> str:
        return sensible(random, depth - 1)

    kind = random.randrange(10)
    if kind < 4:
        return f"({inner()} {random.choice(('+', '-', '*', '/', '^', '//', '%', '*', '+'))} {inner()})"
    if kind < 8:
        operation = TABLE[random.choice(SCALAR)]
        count = random.randint(1, 3) if operation.variadic else len(operation.arguments)
        return f"{operation.name}({', '.join(inner() for _ in range(max(count, operation.least)))})"
    if kind == 8:
        return f"({inner()} if {inner()} {random.choice(('<', '>', '==', '>='))} {inner()} else {inner()})"
    return random.choice((*ON_ARRAYS, f"-{inner()}"))


def iterable(random: Random) -> str:
    """Something to loop over."""
    forms = ("range(3)", "range(0, 3)", "[1, 2, x]", "range(n)", "v", "A", "zip(v, v)", "enumerate(v)")
    return random.choice((*forms, "range(5, 0, -2)", "range(2.5)", "x", "range(1e12)"))


def block(random: Random, depth: int, margin: str) -> str:
    return "".join(statement(random, depth - 1, margin + "    ") for _ in range(random.choice((1, 1, 2))))


def statement(random: Random, depth: int = 2, margin: str = "") -> str:
    """A statement, with its line end and the lines of its blocks."""
    name, value = random.choice(NAMES), expression(random, 2)
    kind = random.randrange(12 if depth > 0 else 8)
    if kind < 3:
        return f"{margin}{name} {random.choice(('=', '=', '=', '+=', '*=', '^=', '@=', '//='))} {value}\n"
    simple = {
        3: value,
        4: f"{name}[{random.choice(('0', '1:', 'n', '0, 1', '-1', value))}] = {expression(random, 2)}",
        5: f"input {name}{random.choice(('', ' = ' + value, '[3]', '[2, 2]', '[2] = [1, 2]', ' = @p.json'))}",
        6: random.choice(
            (f"output {name}", f"output {value}", f"assert {value}", "pass", "break", "return x")
        ),
        7: f"{name}, {random.choice(NAMES)} = {value}, {name}",
    }
    if kind in simple:
        return f"{margin}{simple[kind]}\n"
    inside = block(random, depth, margin)
    if kind == 8:
        other = f"{margin}else:\n{block(random, depth, margin)}" if random.random() < 0.5 else ""
        return f"{margin}if {value}:\n{inside}{other}"
    if kind == 9:
        return f"{margin}for {name} in {iterable(random)}:\n{inside}"
    if kind == 10:
        return f"{margin}while {value}:\n{inside}"
    parameters = random.choice(("", "x", "x, y", "x, y=1", "n"))
    return (
        f"{margin}def {random.choice(('f', 'g', name))}({parameters}):\n{inside}{margin}    return {value}\n"
    )


def program(random: Random) -> str:
    return "".join(statement(random) for _ in range(random.randint(1, 6)))


def damaged(random: Random, text: str) -> str:
    """The text with characters taken out, put in, doubled or moved."""
    characters = list(text)
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        at = random.randint(0, len(characters))
        kind = random.randrange(5)
        if kind == 0:
            del characters[at : at + random.choice((1, 1, 2, 5))]
        elif kind == 1:
            characters.insert(at, random.choice(DAMAGE))
        elif kind == 2:
            characters.insert(at, random.choice(WORDS))
        elif kind == 3:
            end = random.randint(at, len(characters))
            characters[at:at] = characters[at:end][:30] * random.choice((1, 2))
        else:
            end = random.randint(at, len(characters))
            characters[at:end] = reversed(characters[at:end])
    return "".join(characters)


def soup(random: Random) -> str:
    """Words of the language in any order."""
    words = (*WORDS, *BINARY, *NAMES, *NUMBERS, "sin(", "max(")
    return "".join(random.choice(words) + random.choice(("", "", " ")) for _ in range(random.randint(1, 14)))


def characters(random: Random) -> str:
    """Any characters of Unicode at all; surrogates are what a shell's undecodable bytes become."""
    ranges = ((1, 0x7F), (1, 0x7F), (0x80, 0x250), (0x2000, 0x2300), (1, 0xD7FF), (0xDC80, 0xDCFF))
    chosen = (*ranges, (0x1D400, 0x1D7FF), (0x10000, 0x10FFFF))
    return "".join(chr(random.randint(*random.choice(chosen))) for _ in range(random.randint(1, 12)))


def text(random: Random) -> str:
    """A text of any of these kinds."""
    kind = random.randrange(16)
    if kind < 3:
        return expression(random)
    if kind >= 10:
        return sensible(random, random.choice((2, 3, 4)))
    if kind < 6:
        return program(random)
    if kind < 8:
        return damaged(random, expression(random) if random.random() < 0.5 else program(random))
    return soup(random) if kind == 8 else characters(random)
