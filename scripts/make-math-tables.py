"""Writes the tables behind exp and log: src/numeric/math/tables.ts and assembly/math-tables.ts.

Run from anywhere: python3 scripts/make-math-tables.py. Only the standard library is needed; decimal's exp and ln are
correctly rounded at 60 digits, so every entry is the nearest double.
"""

import textwrap
from decimal import Decimal, getcontext
from pathlib import Path

getcontext().prec = 60
ROOT = Path(__file__).resolve().parent.parent
LN2 = Decimal(2).ln()
STEPS = 32  # both tables: one entry per 1/32


def head(value: Decimal, bits: int) -> float:
    """The multiple of 2^-bits nearest to value."""
    return float((value * 2**bits).to_integral_value()) / 2**bits


def tail(value: Decimal, first: float) -> float:
    return float(value - Decimal(first))


def number(value: float) -> str:
    return repr(int(value) if value.is_integer() else value)


def one_per_line(values: list[float]) -> str:
    return "".join(f"  {number(value)},\n" for value in values)


def filled(values: list[float]) -> str:
    text = ", ".join(number(value) for value in values) + ","
    return textwrap.fill(text, 110, initial_indent="  ", subsequent_indent="  ") + "\n"


powers = [(LN2 * j / STEPS).exp() for j in range(STEPS)]
power_heads = [float(p) for p in powers]
power_tails = [tail(p, h) for p, h in zip(powers, power_heads)]

# log reduces to m in [0.7071, 1.4143), so m * 32 rounds to 23 ... 45. Heads are multiples of 2^-42: added to an
# exponent times LN2_HEAD, which is one too, nothing is lost.
LOG_FIRST, LOG_LAST = 23, 45
logs = [(Decimal(j) / STEPS).ln() for j in range(LOG_FIRST, LOG_LAST + 1)]
log_heads = [head(l, 42) for l in logs]
log_tails = [tail(l, h) for l, h in zip(logs, log_heads)]

ln2_head = head(LN2, 42)
step = LN2 / STEPS
step_head = head(step, 41)  # 36 significant bits: times any step count below 2^17 it is exact
inverse_ln2, inverse_ln10 = 1 / LN2, 1 / Decimal(10).ln()

scalars = [
    ("LN2_HEAD", ln2_head, "ln 2, to a multiple of 2^-42."),
    ("LN2_TAIL", tail(LN2, ln2_head), "What LN2_HEAD lacks."),
    ("STEP_HEAD", step_head, "ln 2 / 32, to a multiple of 2^-41."),
    ("STEP_TAIL", tail(step, step_head), "What STEP_HEAD lacks."),
    ("STEPS_PER_UNIT", float(1 / step), "32 / ln 2."),
    ("INVERSE_LN2_HEAD", float(inverse_ln2), "1 / ln 2."),
    ("INVERSE_LN2_TAIL", tail(inverse_ln2, float(inverse_ln2)), "What INVERSE_LN2_HEAD lacks."),
    ("INVERSE_LN10_HEAD", float(inverse_ln10), "1 / ln 10."),
    ("INVERSE_LN10_TAIL", tail(inverse_ln10, float(inverse_ln10)), "What INVERSE_LN10_HEAD lacks."),
]
tables = [
    ("POWER_HEADS", power_heads, "2^(j/32), j from 0 to 31."),
    ("POWER_TAILS", power_tails, "What POWER_HEADS lacks."),
    ("LOG_HEADS", log_heads, "ln(j/32), j from 23 to 45, to a multiple of 2^-42."),
    ("LOG_TAILS", log_tails, "What LOG_HEADS lacks."),
]

NOTE = "// Written by scripts/make-math-tables.py; change that, not this.\n\n"
BIOME = "// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: the nearest doubles, whatever the engine has\n"


def source(note: str, kind: str, opening: str, table, closing: str) -> str:
    parts = [f"/** {doc} */\nexport const {name}{kind} = {value!r};\n" for name, value, doc in scalars]
    parts += [f"/** {doc} */\nexport const {name} = {opening}{table(v)}{closing};\n" for name, v, doc in tables]
    return note + "".join(parts)


# Laid out as Biome does it.
(ROOT / "src/numeric/math/tables.ts").write_text(source(BIOME + NOTE, "", "Float64Array.of(\n", one_per_line, ")"))
(ROOT / "assembly/math-tables.ts").write_text(source(NOTE, ": f64", "memory.data<f64>([\n", filled, "])"))
