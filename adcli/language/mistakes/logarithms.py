"""Logarithms of what has underflowed to 0, and formulas that have their value."""

from __future__ import annotations

import re

from adcli.language.mistakes.brackets import arguments_in, closing, is_closed, substituted

# What a logarithm is of, and the logarithm; each is right wherever the first is 0 for a double
# (of prod, where no element is).
OF_NOTHING = """
sigmoid(x)            = -softplus(-x)
1 - sigmoid(x)        = -softplus(x)
1/(1 + exp(x))        = -softplus(x)
softplus(x)           = x
softmax(x)            = x - logsumexp(x)
exp(x)                = x
exp2(x)               = x*log(2)
1 - exp(x)            = log(-expm1(x))
beta(x, y)            = lgamma(x) + lgamma(y) - lgamma(x + y)
normpdf(x)            = -x^2/2 - log(2*pi)/2
normcdf(x)            = -x^2/2 - log(2*pi)/2 - log(-x + 1/(-x + 2/(-x + 3/(-x - 4/x))))
1 - normcdf(x)        = log(normcdf(-x))
erfc(x)               = -x^2 - log(pi)/2 - log(x + 0.5/(x + 1/(x + 1.5/(x + 2/x))))
1 - erf(x)            = log(erfc(x))
sech(x)               = log(2) - abs(x) - softplus(-2*abs(x))
1 - tanh(x)           = log(2) - softplus(2*x)
1 + tanh(x)           = log(2) - softplus(-2*x)
1 - tanh(x)^2         = 2*(log(2) - abs(x) - softplus(-2*abs(x)))
prod(x)               = sum(log(x))
"""
SPELLED = {"expit": "sigmoid", "logistic": "sigmoid", "ndtr": "normcdf"}
BASES = {"log": "", "ln": "", "log10": "log(10)", "log2": "log(2)"}
OF_ELEMENT = "softmax(x)"  # log(softmax(v)[k]) is the logarithm's element


def written_out(call: str) -> str | None:
    """What has the value of a call such as `log(sigmoid(x))` where it has none; None if that is not known."""
    begins = re.match(r"(\w+)\s*\(", call)
    if begins is None or begins[1] not in BASES or closing(call, begins.end() - 1) != len(call) - 1:
        return None
    of, *base = arguments_in(call[begins.end() : -1])
    divisor = f"log({base[0]})" if base else BASES[begins[1]]
    formula = _logarithm(of)
    if formula is None or not divisor:
        return formula
    return f"{formula if is_closed(formula) else f'({formula})'}/{divisor}"


def _logarithm(of: str) -> str | None:
    """The logarithm of something, where it is in the list."""
    for line in OF_NOTHING.strip().splitlines():
        form, _, formula = (part.strip() for part in line.partition(" = "))
        arguments = _arguments(form, of)
        if arguments is not None:
            return substituted(formula, dict(zip("xy", arguments, strict=False)))
        element = re.search(r"\[[^\[\]]*\]$", of) if form == OF_ELEMENT else None
        inner = None if element is None else _arguments(form, of[: element.start()])
        if element is not None and inner is not None:
            x = inner[0] if is_closed(inner[0]) else f"({inner[0]})"
            return f"{x}{element[0]} - logsumexp({inner[0]})"
    return None


def _arguments(form: str, text: str) -> list[str] | None:
    """What stands for x and y where the text has this form."""
    for other, ours in SPELLED.items():
        text = re.sub(rf"\b{other}\(", f"{ours}(", text)
    head, name, inside, tail = re.fullmatch(r"(.*?)(\w+)\(([xy, ]+)\)(.*)", form).groups()  # type: ignore[union-attr]
    spaced = r"\s*".join(map(re.escape, head.replace(" ", "")))
    found = re.match(rf"{spaced}\s*{name}\s*\(", text)
    end = -1 if found is None else closing(text, found.end() - 1)
    if found is None or end < 0 or text[end + 1 :].replace(" ", "").replace("**", "^") != tail:
        return None
    arguments = arguments_in(text[found.end() : end])
    fits = len(arguments) == len(arguments_in(inside)) and not any(
        re.match(r"\w+\s*=[^=]", a) for a in arguments
    )
    return arguments if fits else None
