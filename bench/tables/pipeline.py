"""Nested accuracy for bench/tables.mjs: scikit-learn's usual pipeline on the same folds. Median or most frequent level, one-hot encoding,
standardised numbers, the k best columns by F test, a linear SVM (LIBSVM, C = 1), all fitted on training rows. Reads a line of JSON
{"columns": [{"levels": bool, "values": […]} …], "labels": […], "testRows": [[…] …], "ks": […]} and prints {k: accuracy in percent}; k = 0
means all columns. Needs scikit-learn."""
import json, sys, warnings
import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC

warnings.filterwarnings("ignore")  # Constant columns have no F.


def accuracies(columns, labels, testRows, ks):
    X = np.array([[np.nan if v is None else v for v in c["values"]] for c in columns], dtype=object).T
    y = np.array(labels)
    words = [j for j, c in enumerate(columns) if c["levels"]]
    numbers = [j for j, c in enumerate(columns) if not c["levels"]]
    right, tested = {k: 0 for k in ks}, 0
    for rows in testRows:
        test = np.zeros(len(y), bool)
        test[rows] = True
        prepare = ColumnTransformer([
            ("numbers", make_pipeline(SimpleImputer(strategy="median"), StandardScaler()), numbers),
            ("words", make_pipeline(SimpleImputer(strategy="most_frequent"), OneHotEncoder(handle_unknown="ignore")), words),
        ], sparse_threshold=0)
        training, held_out = prepare.fit_transform(X[~test], y[~test]), prepare.transform(X[test])
        for k in ks:
            best = SelectKBest(f_classif, k="all" if k == 0 else min(k, training.shape[1])).fit(training, y[~test])
            model = SVC(kernel="linear", C=1).fit(best.transform(training), y[~test])
            right[k] += int((model.predict(best.transform(held_out)) == y[test]).sum())
        tested += int(test.sum())
    return {k: 100 * right[k] / tested for k in ks}


for line in sys.stdin:
    print(json.dumps(accuracies(**json.loads(line))), flush=True)
