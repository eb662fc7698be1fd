"""Constants of mathematics, which the texts of the table round to doubles, and what each stands for."""

from __future__ import annotations

import re

CONSTANTS = {
    "0.6931471805599453": "np.log(2)",
    "1.4426950408889634": "1/np.log(2)",
    "0.4342944819032518": "1/np.log(10)",
    "1.1283791670955126": "2/np.sqrt(np.pi)",
    "0.886226925452758": "np.sqrt(np.pi)/2",
    "0.017453292519943295": "np.pi/180",
    "57.29577951308232": "180/np.pi",
    "0.03490658503988659": "np.pi/90",
    "1.5707963267948966": "np.pi/2",
}
DECIMAL = re.compile(r"\d+\.\d+")


def unrounded(text: str) -> str:
    """A text of the table with its constants as they are in mathematics, in brackets."""
    return DECIMAL.sub(
        lambda number: f"({CONSTANTS[number[0]]})" if number[0] in CONSTANTS else number[0], text
    )
