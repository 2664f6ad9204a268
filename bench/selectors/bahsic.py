"""BAHSIC with a Gaussian kernel in NumPy, in the definition of `bahsic --kernel gaussian` with its other defaults.

`run` uses OpenBLAS: exp(s (a - b)^2) = exp(s a^2) exp(s b^2) sum_m (-2 s a b)^m / m!, so that the sums over all pairs of
samples become matrix products, a term at a time for all features that still need it. `run_plain` multiplies the kernel
by the n x n exponentials of one feature after the other, as one would write it first.
"""

import numpy as np


def standardized(X):
    return (X - X.mean(0)) / X.std(0, ddof=1)


def label_weights(y):
    """H L H / (n - 1)^2 with L = 1 inside a class."""
    n = len(y)
    L = (y[:, None] == y[None]).astype(float)
    L -= L.mean(0)
    L -= L.mean(1)[:, None]
    return L / (n - 1) ** 2


def distances(X):
    squares = (X * X).sum(1)
    return np.maximum(squares[:, None] + squares[None] - 2 * (X @ X.T), 0)


def eliminate(X, y, losses):
    """Drops the tenth with the smallest losses, round after round; gives the features, dropped last first."""
    Z = standardized(np.asarray(X, float))
    W = label_weights(np.asarray(y))
    D = distances(Z)
    middle = (Z.max(0) + Z.min(0)) / 2
    left = np.arange(Z.shape[1])
    gone = []
    while len(left):
        m = len(left)
        s = 1 / (2 * max(1, m - 1))
        loss = losses(W, D, s, Z[:, left] - middle[left])
        worst = np.lexsort((-left, loss))[: max(1, m // 10)]
        gone.extend(left[worst])
        D = np.maximum(D - distances(Z[:, left[worst]]), 0)
        left = np.delete(left, worst)
    return [int(j) for j in gone[::-1]]


def losses_plain(W, D, s, Z):
    whole = (W * np.exp(-s * D)).sum()
    return np.array([whole - (W * np.exp(-s * np.maximum(D - (x[:, None] - x) ** 2, 0))).sum() for x in Z.T])


def losses_by_products(W, D, s, Z, error=1e-13):
    G = W * np.exp(-s * D)
    size = 2 * s * (Z * Z).max(0)
    loss = np.full(Z.shape[1], G.sum())
    far = np.flatnonzero(size > 4)
    if len(far):
        loss[far] = losses_plain(W, D, s, Z[:, far])
    near = np.flatnonzero(size <= 4)
    x = Z[:, near]
    size = size[near]
    U = np.exp(s * x * x)
    term, bound = 0, np.exp(size)
    while len(near):
        loss[near] -= (-1) ** term * np.einsum("ij,ij->j", U, G @ U)
        term += 1
        bound = bound * size / term
        needed = bound > error
        near, x, U, size, bound = near[needed], x[:, needed], U[:, needed], size[needed], bound[needed]
        U = U * (x * np.sqrt(2 * s / term))
    return loss


def run(X, y):
    return eliminate(X, y, losses_by_products)


def run_plain(X, y):
    return eliminate(X, y, losses_plain)
