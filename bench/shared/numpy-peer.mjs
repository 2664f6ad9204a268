import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

/** Answers each line, `operation size repeat`, with the seconds of one run. */
const program = `
import sys, time
import numpy as np
try:
    from scipy.linalg import solve_triangular
    from scipy.spatial.distance import cdist
except ImportError:
    solve_triangular = cdist = None
random = np.random.default_rng(1)
made = {}
def make(n):
    if n not in made:
        a, b = random.uniform(-1, 1, (n, n)), random.uniform(-1, 1, (n, n))
        made.clear()
        made[n] = a, b, a @ a.T + n * np.eye(n), random.uniform(-1, 1, n), (a + a.T), (a > 0).astype(np.float32)
    return made[n]
operations = {
    "gemm": lambda a, b, s, x, h, o: a @ b,
    "syrk": lambda a, b, s, x, h, o: a @ a.T,
    "gemv": lambda a, b, s, x, h, o: a @ x,
    "cholesky": lambda a, b, s, x, h, o: np.linalg.cholesky(s),
    "solve": lambda a, b, s, x, h, o: solve_triangular(s, b, lower=True, check_finite=False),
    "distances": lambda a, b, s, x, h, o: cdist(a, b, "sqeuclidean"),
    "differences": lambda a, b, s, x, h, o: [x[:100] @ np.abs(b[i + 7:i + 107] - a[i]) for i in range(64)],
    "eigen": lambda a, b, s, x, h, o: np.linalg.eigh(h),
    "sharedBits": lambda a, b, s, x, h, o: o @ o[:64].T,
}
print("ready", flush=True)
for line in sys.stdin:
    name, size, repeat = line.split()
    arguments = make(int(size))
    try:
        start = time.perf_counter()
        for _ in range(int(repeat)):
            operations[name](*arguments)
        print((time.perf_counter() - start) / int(repeat), flush=True)
    except TypeError:
        print("nan", flush=True)
`;

/** One core only, whichever library NumPy stands on. */
const environment = { OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1", MKL_NUM_THREADS: "1" };

/**
 * Starts a Python that runs NumPy on one core, or gives null where there is none.
 * @returns {Promise<{ seconds(operation: string, size: number, repeat?: number): Promise<number>, end(): void } | null>}
 */
export async function startNumpy() {
  if (spawnSync("python3", ["-c", "import numpy"]).status !== 0) return null;
  const child = spawn("python3", ["-c", program], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async seconds(operation, size, repeat = 1) {
      child.stdin.write(`${operation} ${size} ${repeat}\n`);
      return Number((await lines.next()).value);
    },
    end() {
      child.stdin.end();
    },
  };
}
