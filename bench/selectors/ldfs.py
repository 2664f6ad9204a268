"""LDFS as published, with ldfs's default options and k = 20, in NumPy: proximal descent from the discriminant directions, gamma
doubled until 20 rows are left. run(X, y) gives the ranking, best first. Needs NumPy and SciPy."""

import numpy as np
from scipy.linalg import cho_factor, cho_solve, eigh

K, ALPHA, STEPS, TOLERANCE = 20, 0.1, 200, 1e-4
VANISHED, STRIDE, GROWTH, SUFFICIENT = 0.01, 0.05, 1.2, 0.5


def shrink_rows(y, threshold):
    """The proximal step of threshold * sum of the rows' largest absolute entries."""
    sizes = np.abs(y)
    sums = np.cumsum(-np.sort(-sizes, axis=1), axis=1) - threshold
    levels = np.maximum((sums / np.arange(1, y.shape[1] + 1)).max(axis=1), 0)[:, None]
    return np.clip(y, -levels, levels)


class Criterion:
    """-tr((A'MA)^-1 A'SbA) and its gradient."""

    def __init__(self, x, y):
        x = (x - x.mean(axis=0)) / x.std(axis=0, ddof=1) / np.sqrt(len(y))
        counts = np.bincount(y)
        means = np.stack([x[y == code].mean(axis=0) for code in range(counts.size)])
        self.b = np.sqrt(counts)[:, None] * means
        self.w = x - means[y]
        n, d = x.shape
        self.within = self.w.T @ self.w if n >= d else None

    def start(self, l):
        if self.within is not None:
            m = self.within + ALPHA * np.eye(len(self.within))
            solved = cho_solve(cho_factor(m), self.b.T)
        else:
            g = self.w @ self.w.T + ALPHA * np.eye(len(self.w))
            solved = (self.b.T - self.w.T @ cho_solve(cho_factor(g), self.w @ self.b.T)) / ALPHA
        ratios, vectors = eigh(self.b @ solved)
        ratios, vectors = ratios[::-1][:l], vectors[:, ::-1][:, :l]
        return solved @ vectors / np.sqrt(ratios * (1 + ratios))

    def evaluate(self, a):
        within = self.within @ a if self.within is not None else self.w.T @ (self.w @ a)
        within += ALPHA * a
        try:
            factor = cho_factor(a.T @ within)
        except np.linalg.LinAlgError:
            return np.inf, None
        pivots = np.diag(factor[0]) ** 2
        if pivots.min() <= 1e-13 * pivots.max():
            return np.inf, None
        centres = self.b @ a
        inverse = cho_solve(factor, np.eye(a.shape[1]))
        quotient = inverse @ (centres.T @ centres)
        return -np.trace(quotient), 2 * within @ (quotient @ inverse) - 2 * self.b.T @ (centres @ inverse)


def descend(criterion, a, gamma, rows):
    value, gradient = criterion.evaluate(a)
    penalty, length, small = gamma * np.abs(a).max(axis=1).sum(), np.inf, 0
    for step in range(STEPS):
        length = min(length, STRIDE * np.abs(a).sum(axis=1).max() / gamma)
        for halving in range(50):
            t = length / 2**halving
            after = shrink_rows(a - t * gradient, t * gamma)
            after_value, after_gradient = criterion.evaluate(after)
            after_penalty = gamma * np.abs(after).max(axis=1).sum()
            move = after - a
            fall = SUFFICIENT * (move * move).sum() / (2 * t)
            if after_value < np.inf and after_value + after_penalty <= value + penalty - fall:
                break
        else:
            return rows.left
        length = GROWTH * t
        relative = (value + penalty - after_value - after_penalty) / (abs(after_value) + after_penalty)
        a, value, gradient, penalty = after, after_value, after_gradient, after_penalty
        small = small + 1 if relative < TOLERANCE else 0
        if rows.watch(a) <= K or small >= 3:
            break
    return rows.left


class VanishingRows:
    def __init__(self, a):
        self.sizes = np.abs(a).max(axis=1)
        self.last, self.step, self.left = np.zeros(len(a)), 0, len(a)

    def watch(self, a):
        self.step += 1
        parts = np.abs(a).max(axis=1)
        parts /= parts.max()
        there = parts >= VANISHED
        self.last[there] = self.step
        self.sizes[there] = parts[there]
        self.left = there.sum()
        return self.left


def rank(x, y):
    criterion = Criterion(x, y)
    a = criterion.start(min(y.max(), K // 2, x.shape[1]))
    rows = VanishingRows(a)
    unit = -criterion.evaluate(a)[0] / np.abs(a).max(axis=1).sum()
    gamma = 0.01 * unit
    while descend(criterion, a, gamma, rows) > K and 2 * gamma <= 1e4 * unit:
        gamma *= 2
    return np.lexsort((np.arange(len(a)), -rows.sizes, -rows.last))


def run(X, y):
    """Constant features last, exact copies of earlier ones before them."""
    constant = np.ptp(X, axis=0) == 0
    _, first = np.unique(X, axis=1, return_index=True)
    used = np.sort(first[~constant[first]])
    order = used[rank(X[:, used], y)].tolist()
    listed = set(order)
    rest = [j for j in range(X.shape[1]) if j not in listed]
    place = {X[:, j].tobytes(): at for at, j in enumerate(order)}
    copies = sorted((j for j in rest if not constant[j]), key=lambda j: (place[X[:, j].tobytes()], j))
    return order + copies + [j for j in rest if constant[j]]
