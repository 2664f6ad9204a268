"""From Python to Salience and back, by files and the command line; no package is needed.

Python writes a table. Salience selects features and fits a model. Python gets the ranking as JSON, the selected columns as a
table, and the model as a module to import, whose predictions are compared with those of Salience.

    SALIENCE="node dist/cli.js" python3 examples/from-python.py [FOLDER]      (installed: SALIENCE="npx salience")
"""

import csv
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

genes = Path(__file__).resolve().parent.parent / "docs" / "data" / "genes.csv"
folder = Path(sys.argv[1] if len(sys.argv) > 1 else "salience-results").resolve()
folder.mkdir(parents=True, exist_ok=True)
command = shlex.split(os.environ.get("SALIENCE", "npx salience"))


def salience(*words):
    """Runs a command. Its notes go to standard error, so that nothing is filled or left out unseen."""
    subprocess.run([*command, *words], check=True, stdout=subprocess.DEVNULL)


def write_table(file, rows):
    with open(file, "w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, fieldnames=rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def read_table(file):
    with open(file, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


# Files out: every other sample to learn from, the others as new ones without their tissue. With pandas: frame.to_csv(...), or
# frame.to_parquet(...), which keeps types.
samples = read_table(genes)
known, fresh = samples[0::2], samples[1::2]
train, new, recipe, ranking = (str(folder / name) for name in ("train.csv", "new.csv", "recipe.json", "ranking.json"))
write_table(train, known)
write_table(new, [{name: row[name] for name in row if name != "tissue"} for row in fresh])

salience("select", train, "--target", "tissue", "--k", "4", "--method", "mrmr", "--no-measure", "--classifier", "lda",
         "--json", ranking, "--out", str(folder / "selected.csv"), "--save", recipe)
salience("export", recipe, "--out", str(folder / "model.py"))
salience("predict", recipe, new, "--out", str(folder / "predicted.csv"))

# Back as data ...
with open(ranking, encoding="utf-8") as file:
    result = json.load(file)
print("picked:", ", ".join(feature["name"] for feature in result["ranking"][: result["picked"]]))
print("selected.csv:", ", ".join(read_table(folder / "selected.csv")[0]))

# ... and as code: model.py needs neither Salience nor numpy.
sys.path.insert(0, str(folder))
from model import predict  # noqa: E402

own = [predict(row)["class"] for row in fresh]
theirs = [row["predicted"] for row in read_table(folder / "predicted.csv")]
print("predictions that agree with salience predict:", sum(a == b for a, b in zip(own, theirs)), "of", len(theirs))
print("right:", sum(a == row["tissue"] for a, row in zip(own, fresh)), "of", len(fresh))
