"""Nested accuracy for bench/target-k.mjs, line by line of JSON. The judges are scikit-learn's, on columns that were chosen on the training
rows only; scaling is learned on the training rows too. Needs scikit-learn and SciPy.
  {"data": FILE|"digits", "seed": s}    answers the stratified folds, [{"train": rows, "test": rows} x 5]. Classes with fewer rows than
                                        folds are left out; of USPS 73 rows per class are drawn, for seeds above 10 anew for each
  {"folds": …, "rankings": [columns], "sizes": [k]}    answers {judge: [accuracy in % for each k]} on the data of the last folds"""
import json, sys
import numpy as np
import scipy.io
from sklearn.datasets import load_digits
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

JUDGES = {
    "svm": lambda: SVC(kernel="linear", C=1),
    "lda": lambda: LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
    "knn": lambda: KNeighborsClassifier(5),
}


def load(name):
    if name == "digits":
        digits = load_digits()
        return digits.data, digits.target
    content = scipy.io.loadmat(name)
    return np.asarray(content["X"], float), content["Y"].ravel()


def rows_of(name, y, seed):
    if not name.endswith("USPS.mat"):
        return np.flatnonzero([(y == label).sum() >= 5 for label in y])
    draw = np.random.default_rng(0 if seed <= 10 else 100 + seed)
    return np.sort(np.concatenate([draw.choice(np.where(y == c)[0], 73, replace=False) for c in np.unique(y)]))


def folds_of(name, y, seed):
    rows = rows_of(name, y, seed)
    cut = StratifiedKFold(5, shuffle=True, random_state=seed).split(rows, y[rows])
    return [{"train": rows[train].tolist(), "test": rows[test].tolist()} for train, test in cut]


def accuracy(X, y, folds, rankings, k, judge):
    hits = []
    for fold, ranking in zip(folds, rankings):
        train, test = X[np.ix_(fold["train"], ranking[:k])], X[np.ix_(fold["test"], ranking[:k])]
        mean, scale = train.mean(0), train.std(0, ddof=1)
        scale[scale == 0] = 1
        model = JUDGES[judge]().fit((train - mean) / scale, y[fold["train"]])
        hits.append(model.predict((test - mean) / scale) == y[fold["test"]])
    return 100 * float(np.concatenate(hits).mean())


loaded = None
for line in sys.stdin:
    asked = json.loads(line)
    if "data" in asked:
        if loaded is None or loaded[0] != asked["data"]:
            loaded = asked["data"], *load(asked["data"])
        name, X, y = loaded
        answer = folds_of(name, y, asked["seed"])
    else:
        answer = {
            judge: [accuracy(X, y, asked["folds"], asked["rankings"], k, judge) for k in asked["sizes"]] for judge in JUDGES
        }
    print(json.dumps(answer), flush=True)
