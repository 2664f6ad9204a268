"""MMC-RFE in NumPy with SciPy's eigh for the few largest eigenvectors: the default options of ours. Standardised features,
orthonormal vectors with positive eigenvalues of Sb - Sw, weight sum |a|, a tenth dropped per round down to 100 features,
then one at a time. With more features than samples the problem is solved in the span of the samples (n x n)."""
import numpy as np
from scipy.linalg import eigh


def positive(M, most):
    """Eigenvalues above zero, at most so many and at least one, with their vectors."""
    d = len(M)
    values, vectors = eigh(M, subset_by_index=[max(0, d - most), d - 1], check_finite=False)
    kept = values > 1e-10 * np.linalg.norm(M)
    kept[-1] = True
    return values[kept], vectors[:, kept]


def wide(X, P, most):
    """X' C X with C = 2 P P' - I for P of class indicators over the roots of their sizes; X' = Q R."""
    Q, R = np.linalg.qr(X.T)
    S = P.T @ R.T
    values, vectors = positive(2 * S.T @ S - R @ R.T, most)
    return values, Q @ vectors


def weights(values, vectors):
    """Sum of sizes, and for ties (two features, two vectors) the same with eigenvalues."""
    sizes = np.abs(vectors)
    by_margin = sizes @ (values if values[-1] > 0 else np.ones(len(values)))
    sums = sizes.sum(1)
    return np.round(sums / sums.max() * 2.0**40), np.round(by_margin / by_margin.max() * 2.0**40)


def run(X, y, drop=0.1, slow_from=100):
    n, d = X.shape
    X = X - X.mean(0)
    deviation = X.std(0, ddof=1)
    left = np.flatnonzero(deviation > 0)
    constant = np.flatnonzero(deviation == 0)
    X = X[:, left] / deviation[left]
    P = np.eye(y.max() + 1)[y]
    P /= np.sqrt(P.sum(0))
    most = P.shape[1] - 1
    M = None
    out = []
    while len(left) > 0:
        if len(left) > n:
            values, vectors = wide(X, P, most)
        else:
            if M is None:
                S = P.T @ X
                M = 2 * S.T @ S - X.T @ X
            values, vectors = positive(M, most)
        sums, by_margin = weights(values, vectors)
        order = np.lexsort((-left, by_margin, sums))
        count = 1 if len(left) <= slow_from else min(max(1, int(drop * len(left))), len(left) - slow_from)
        out.extend(left[order[:count]].tolist())
        kept = np.sort(order[count:])
        left, X = left[kept], X[:, kept]
        if M is not None:
            M = M[np.ix_(kept, kept)]
    return out[::-1] + constant.tolist()
