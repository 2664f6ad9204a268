"""ReliefF in NumPy and SciPy: the definition of docs/relieff.md with its default options, all samples."""
import numpy as np
from scipy.spatial.distance import pdist, squareform


def run(X, y, k=10):
    n, d = X.shape
    spread = np.ptp(X, axis=0)
    Z = (X - X.min(axis=0)) / np.where(spread > 0, spread, 1)
    # Rounded, so that ties are decided by index and not by the last digit.
    D = squareform(np.round(pdist(Z, "cityblock") * 2.0 ** (32 - np.ceil(np.log2(d)))))
    np.fill_diagonal(D, np.inf)
    classes, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
    prior = counts / n
    neighbours, weights = [], []
    for c, count in enumerate(counts):
        members = np.flatnonzero(codes == c)
        # In its own class a sample comes last; where it is among the k nearest, it adds nothing.
        nearest = members[np.argsort(D[:, members], axis=1, kind="stable")[:, :k]]
        found = np.where(codes == c, min(k, count - 1), min(k, count))
        weight = np.where(codes == c, -1, prior[c] / (1 - prior[codes])) / found
        neighbours.append(nearest)
        weights.append(np.repeat(weight[:, None], nearest.shape[1], axis=1))
    neighbours, weights = np.hstack(neighbours), np.hstack(weights)
    scores = np.zeros(d)
    for i in range(n):
        scores += weights[i] @ np.abs(Z[neighbours[i]] - Z[i])
    return np.argsort(-scores, kind="stable").tolist()
