"""The logistic family and what neural networks use; accurate in both tails."""

from __future__ import annotations

from adcli.operations.floats import logistic
from adcli.operations.operation import Form, Kink, Operation, Pass

MODERATE = (-20.0, 20.0)

# fmt: off
OPERATIONS = (
    Operation("sigmoid", ("x",), logistic.sigmoid, numpy="np.exp(np.minimum(x, 0))/(1 + np.exp(-np.abs(x)))",
              scipy="sp.expit(x)", partials=("sigmoidslope(x)",), spellings=("sigmoid", "expit", "logistic"),
              definition="1/(1 + e^-x)", samples=(MODERATE,), cost=10),
    Operation("logit", ("x",), logistic.logit, edges=("x", "1 - x"),
              partials=("1/logisticmap(x)",), spellings=("logit",),
              numpy="np.where(x < 0.25, np.log(x) - np.log1p(-x), 2*np.arctanh(2*x - 1))",
              definition="log(x/(1 - x))", domain="0 < x < 1", samples=((0.001, 0.999),), cost=12,
              near=(("(x == 0) | (x == 1)", "log(x/(1 - x))"),),
              faults=(("(x == 0) | (x == 1)", "logit of 0 or 1, where it is infinite"),
                      ("(x < 0) | (x > 1)", "logit of a number outside 0 to 1"))),
    Operation("softplus", ("x",), logistic.softplus, partials=("sigmoid(x)",), spellings=("softplus",),
              numpy="np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))",
              definition="log(1 + e^x)", samples=(MODERATE,), cost=18),
    Operation("silu", ("x",), logistic.silu, numpy="x*sigmoid(x)", partials=("siluslope(x)",),
              spellings=("silu", "swish"), definition="x/(1 + e^-x)", samples=(MODERATE,), cost=12),
    Operation("gelu", ("x",), logistic.gelu, numpy="x*normcdf(x)", partials=("normcdf(x) + x*normpdf(x)",),
              spellings=("gelu",), definition="x normcdf(x)", samples=((-8.0, 8.0),), cost=22),
    Operation("relu", ("x",), logistic.relu, Form.SELECTING, edges=("x",), numpy="np.maximum(x, 0)",
              passes=(Pass("x > 0"),),
              kinks=(Kink("x == 0", "relu bends at 0"),), spellings=("relu",),
              definition="max(x, 0)", samples=(MODERATE,)),
    Operation("logsumexp", ("*u",), logistic.logsumexp, exact="np.log(np.sumexp(*u))",
              partials=("share(u, *others)",), least=2,
              spellings=("logsumexp", "logaddexp"), definition="log(e^u1 + e^u2 + …)",
              samples=(MODERATE,), cost=30),

    # what the rules above use
    Operation("sigmoidslope", ("x",), logistic.sigmoidslope,
              numpy="kernels.sigmoidslope(x)", exact="np.exp(-np.abs(x))/(1 + np.exp(-np.abs(x)))**2",
              partials=("-y*tanh(0.5*x)",),
              definition="sigmoid(x) (1 - sigmoid(x))", samples=(MODERATE,), cost=12),
    Operation("siluslope", ("x",), logistic.siluslope, partials=("sigmoidslope(x)*(2 - x*tanh(0.5*x))",),
              numpy="np.where(x < 0, sigmoid(x)*(1 + x*sigmoid(-x)), sigmoid(x) + x*sigmoidslope(x))",
              definition="sigmoid(x) (1 + x sigmoid(-x))", samples=(MODERATE,), cost=14),
    Operation("logisticmap", ("x",), logistic.logisticmap, numpy="x*(1 - x)", partials=("1 - 2*x",),
              definition="x (1 - x)", samples=((0.001, 0.999),), cost=2),
    Operation("share", ("x", "*u"), logistic.share, exact="np.exp(x)/np.sumexp(x, *u)",
              partials=("y*rest(x, *u)", "-y*share(u, x, *others)"),
              definition="e^x/(e^x + e^u1 + e^u2 + …)", samples=(MODERATE, MODERATE), cost=30),
    Operation("rest", ("x", "*u"), logistic.rest, exact="np.sumexp(*u)/np.sumexp(x, *u)",
              partials=("-y*share(x, *u)", "share(x, *u)*share(u, x, *others)"),
              definition="1 - share(x, u1, u2, …)", samples=(MODERATE, MODERATE), cost=30),
)
# fmt: on
