"""The paper's Algorithm 1 with SciPy's eigh, for bench/dfs.mjs to time. Reads requests from standard input, one JSON object a line:
{"file": a .mat file with X and Y, "iterations": outer steps} and answers each with {"seconds", "objective", "ranking"}.
As in our fit, the clock starts with the data in memory and covers everything from standardising on. Settings are fixed:
gamma = 1, p = 1, alpha = 1e-3, zeta = 1e-12. Needs NumPy and SciPy."""

import functools
import json
import sys
import time

import numpy as np
from scipy.io import loadmat
from scipy.linalg import eigh

GAMMA, ALPHA, ZETA = 1.0, 1e-3, 1e-12


@functools.cache
def load(file):
    content = loadmat(file)
    return np.asarray(content["X"], float), np.unique(content["Y"].ravel(), return_inverse=True)[1]


def fit(x, y, iterations):
    """The objective after the last step, and the row norms of A."""
    deviation = x.std(axis=0, ddof=1)
    x = (x - x.mean(axis=0)) / np.where(deviation > 0, deviation, 1)
    counts = np.bincount(y)
    means = np.stack([x[y == k].mean(axis=0) for k in range(counts.size)])
    b = np.sqrt(counts)[:, None] * means
    between, total = b.T @ b, x.T @ x
    total[np.diag_indices_from(total)] += ALPHA
    weights = np.ones(x.shape[1])
    for _ in range(iterations):
        left = -between
        left[np.diag_indices_from(left)] += GAMMA * weights
        a = eigh(left, total, subset_by_index=[0, counts.size - 2], overwrite_a=True, check_finite=False)[1]
        squares = (a * a).sum(axis=1) + ZETA
        weights = 0.5 / np.sqrt(squares)
    return GAMMA * np.sqrt(squares).sum() - ((b @ a) ** 2).sum(), np.sqrt(squares)


for line in sys.stdin:
    request = json.loads(line)
    data = load(request["file"])
    start = time.perf_counter()
    objective, norms = fit(*data, request["iterations"])
    seconds = time.perf_counter() - start
    ranking = np.argsort(-norms, kind="stable").tolist()
    print(json.dumps({"seconds": seconds, "objective": objective, "ranking": ranking}), flush=True)
