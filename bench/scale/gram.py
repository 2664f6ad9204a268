"""Reads a NumPy file in blocks of columns and sums X Xt of its standardised columns; answers with the seconds."""
import json
import sys
import time

import numpy as np

for line in sys.stdin:
    start = time.perf_counter()
    values = np.load(json.loads(line)["file"], mmap_mode="r")
    gram = np.zeros((values.shape[0], values.shape[0]))
    for first in range(0, values.shape[1], 8192):
        block = np.array(values[:, first : first + 8192], dtype=np.float64)
        block -= block.mean(axis=0)
        block /= block.std(axis=0, ddof=1)
        gram += block @ block.T
    del values
    print(json.dumps({"seconds": time.perf_counter() - start}), flush=True)
