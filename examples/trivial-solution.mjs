// Why DFS has a constraint. LDFS minimises −tr((AᵀSwA)⁻¹AᵀSbA) + γ·Σ‖aⁱ‖_∞ over all A. Its first term does not change
// when A is multiplied by a number, its second one does, so c·A is better than A for every c below one, and the best is
// A = 0, which selects nothing. DFS asks for AᵀStA = I, which no multiple of A meets but A itself.
//   node examples/trivial-solution.mjs
import { digits, Matrix, select } from "salience";

const gamma = 0.1;
const data = await digits();
const fit = await select(data, { method: "dfs", gamma, k: 10 });
const { weights } = /** @type {NonNullable<typeof fit.map>} */ (fit.map);
const projected = fit.project(data);

// Everything below happens in the l dimensions of X·A, where AᵀSbA and AᵀSwA are the scatter of the projected samples.
const { between, within } = projectedScatter(
  projected,
  /** @type {NonNullable<typeof data.labels>} */ (data.labels),
);
const separation = traceOfQuotient(within, between);
const penalty = sumOfLargestEntries(weights);

console.log("multiple of A    LDFS: separation   penalty    objective    DFS: largest |AᵀStA − I|");
for (const c of [1, 0.1, 0.01, 1e-3, 1e-6]) {
  const row = [
    c.toExponential(0).padEnd(16),
    traceOfQuotient(scaled(within, c * c), scaled(between, c * c))
      .toFixed(6)
      .padStart(16),
    (gamma * c * penalty).toExponential(2).padStart(12),
    (gamma * c * penalty - separation).toFixed(6).padStart(12),
    distanceFromIdentity(between, within, c * c)
      .toFixed(6)
      .padStart(24),
  ];
  console.log(row.join(" "));
}
console.log("\nLDFS prefers every smaller multiple; DFS accepts only the first row.");

/** @param {Matrix} z @param {{ codes: Int32Array, classes: readonly string[] }} labels */
function projectedScatter(z, labels) {
  const l = z.columns;
  const means = labels.classes.map(() => new Float64Array(l));
  const counts = labels.classes.map(() => 0);
  for (let i = 0; i < z.rows; i++) {
    counts[labels.codes[i]]++;
    for (let j = 0; j < l; j++) means[labels.codes[i]][j] += z.get(i, j);
  }
  means.forEach((mean, code) => {
    for (let j = 0; j < l; j++) mean[j] /= counts[code];
  });
  const [between, within] = [Matrix.zeros(l, l), Matrix.zeros(l, l)];
  for (let i = 0; i < z.rows; i++) {
    const mean = means[labels.codes[i]];
    for (let a = 0; a < l; a++)
      for (let b = 0; b < l; b++) {
        between.data[a * l + b] += mean[a] * mean[b];
        within.data[a * l + b] += (z.get(i, a) - mean[a]) * (z.get(i, b) - mean[b]);
      }
  }
  return { between, within };
}

/** tr(W⁻¹B), by elimination. @param {Matrix} w @param {Matrix} b */
function traceOfQuotient(w, b) {
  const l = w.rows;
  const rows = Array.from({ length: l }, (_, i) => [
    ...Array.from({ length: l }, (_, j) => w.get(i, j)),
    ...Array.from({ length: l }, (_, j) => b.get(i, j)),
  ]);
  for (let k = 0; k < l; k++) {
    const pivot = rows[k][k];
    for (let j = k; j < 2 * l; j++) rows[k][j] /= pivot;
    for (let i = 0; i < l; i++) {
      const factor = rows[i][k];
      if (i !== k) for (let j = k; j < 2 * l; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.reduce((sum, row, i) => sum + row[l + i], 0);
}

/** @param {Matrix} a */
function sumOfLargestEntries(a) {
  let sum = 0;
  for (let i = 0; i < a.rows; i++) {
    let largest = 0;
    for (let j = 0; j < a.columns; j++) largest = Math.max(largest, Math.abs(a.get(i, j)));
    sum += largest;
  }
  return sum;
}

/** @param {Matrix} a @param {number} factor */
function scaled(a, factor) {
  return new Matrix(
    a.data.map((x) => factor * x),
    a.rows,
    a.columns,
  );
}

/** @param {Matrix} b @param {Matrix} w @param {number} factor */
function distanceFromIdentity(b, w, factor) {
  let largest = 0;
  for (let i = 0; i < b.rows; i++)
    for (let j = 0; j < b.columns; j++)
      largest = Math.max(largest, Math.abs(factor * (b.get(i, j) + w.get(i, j)) - (i === j ? 1 : 0)));
  return largest;
}
