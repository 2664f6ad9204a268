"""Nested accuracy for bench/target-k.mjs: stratified folds, and a linear SVM (LIBSVM through scikit-learn, C = 1) on columns that
were chosen on the training rows only. Scaling is learned on the training rows too. Needs scikit-learn and SciPy.
  evaluate.py folds FILE|digits SEEDS    the folds as JSON: 5 folds for each of the seeds (1,2,3; above 10 with USPS drawn anew)
  evaluate.py accuracy FILE|digits       reads {"folds": …, "rankings": {name: {k: [[column …] per fold]}}}, prints accuracies"""
import json, sys
import numpy as np
import scipy.io
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC


def load(name):
    if name == "digits":
        digits = load_digits()
        return digits.data, digits.target
    content = scipy.io.loadmat(name)
    return np.asarray(content["X"], float), content["Y"].ravel()


def rows_of(name, y, seed):
    if not name.endswith("USPS.mat"):
        return np.arange(len(y))
    draw = np.random.default_rng(0 if seed <= 10 else 100 + seed)
    return np.sort(np.concatenate([draw.choice(np.where(y == c)[0], 73, replace=False) for c in np.unique(y)]))


def folds(name, y, seeds):
    return [
        {"seed": seed, "train": rows[train].tolist(), "test": rows[test].tolist()}
        for seed in seeds
        for rows in [rows_of(name, y, seed)]
        for train, test in StratifiedKFold(5, shuffle=True, random_state=seed).split(rows, y[rows])
    ]


def accuracy(X, y, parts, chosen):
    correct = {}
    for part, columns in zip(parts, chosen):
        train, test = X[np.ix_(part["train"], columns)], X[np.ix_(part["test"], columns)]
        mean, scale = train.mean(0), train.std(0, ddof=1)
        scale[scale == 0] = 1
        model = SVC(kernel="linear", C=1).fit((train - mean) / scale, y[part["train"]])
        correct.setdefault(part["seed"], []).append(model.predict((test - mean) / scale) == y[part["test"]])
    return float(np.mean([100 * np.concatenate(hits).mean() for hits in correct.values()]))


X, y = load(sys.argv[2])
if sys.argv[1] == "folds":
    print(json.dumps(folds(sys.argv[2], y, [int(seed) for seed in sys.argv[3].split(",")])))
else:
    asked = json.load(sys.stdin)
    print(json.dumps({name: {k: accuracy(X, y, asked["folds"], columns) for k, columns in by_k.items()} for name, by_k in asked["rankings"].items()}))
