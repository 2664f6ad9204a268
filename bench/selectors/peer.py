"""Runs the NumPy versions that stand beside this file, for bench/selectors.mjs to time. Reads requests from standard input,
one JSON object a line: {"method", "file": a .mat file with X and Y} and answers with {"seconds", "ranking"}. The clock starts
with the data in memory. Needs NumPy and SciPy."""

import functools
import importlib
import json
import sys
import time

import numpy as np
from scipy.io import loadmat


@functools.cache
def load(file):
    content = loadmat(file)
    return np.asarray(content["X"], float), np.unique(content["Y"].ravel(), return_inverse=True)[1]


for line in sys.stdin:
    request = json.loads(line)
    run = importlib.import_module(request["method"].replace("-", "_")).run
    x, y = load(request["file"])
    start = time.perf_counter()
    ranking = run(x, y)
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "ranking": [int(j) for j in ranking]}), flush=True)
