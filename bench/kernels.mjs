/**
 * What the kernels reach, in GFLOP/s and milliseconds, on data that lies in their memory: beside the same in plain
 * typed arrays, beside each other, and beside NumPy (OpenBLAS) on one core where python3 has it. Needs `npm run build`.
 *
 * How much `fast` gains over plain depends on the processor: where multiplications and additions have units of their own
 * (AMD Zen), both have the same peak, 28 GFLOP/s on 128-bit vectors at 3.5 GHz, and only the shorter code helps.
 */
import { bestOf, timed } from "./shared/best-of.mjs";
import { startNumpy } from "./shared/numpy-peer.mjs";
import { typedArrayGemm } from "./shared/typed-array-gemm.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {import("../src/kernels/kernels.js").Kernels} Kernels */
/** @typedef {import("../src/numeric/matrix.js").Matrix} Matrix */

/** @returns {Promise<Row[]>} */
export default async function bench() {
  const built = new URL("../build/kernels/create-kernels.js", import.meta.url).href;
  /** @type {typeof import("../src/kernels/create-kernels.js")} */
  const { createKernels } = await import(built).catch(() => {
    throw new Error("there is no build/; run `npm run build` first");
  });
  /** @type {typeof import("../src/numeric/bit-matrix.js")} */
  const { BitMatrix } = await import(new URL("../build/numeric/bit-matrix.js", import.meta.url).href);
  const plain = await createKernels({ kernels: "wasm" });
  const fast = await createKernels({ kernels: "fast" });
  const two = await createKernels({ kernels: "wasm", threads: 2 });
  const fastTwo = await createKernels({ kernels: "fast", threads: 2 });
  const numpy = await startNumpy();
  if (!numpy) console.error("python3 has no NumPy: those comparisons are left out");

  /** @type {Row[]} */
  const rows = [];
  /** @type {(name: string, value: number, peer: string, peerValue: number, target?: number) => void} */
  const rate = (name, value, peer, peerValue, target) => {
    if (peerValue > 0)
      rows.push({ name, value, unit: "GFLOP/s", peer, peerValue, ratio: value / peerValue, target });
  };

  const n = 1024;
  const [onPlain, onFast, onTwo, onFastTwo] = [plain, fast, two, fastTwo].map((kernels) =>
    operands(kernels, n, BitMatrix),
  );
  const [a, b, c] = [onPlain.a, onPlain.b, onPlain.c].map((matrix) => Float64Array.from(matrix.data));
  const best = await bestOf(12, {
    plain: timed(onPlain.gemm),
    fast: timed(onFast.gemm),
    two: timed(onTwo.gemm),
    fastTwo: timed(onFastTwo.gemm),
    typed: timed(() => typedArrayGemm(n, a, b, c)),
    syrk: timed(onPlain.syrk),
    solve: timed(onPlain.solve, { prepare: onPlain.prepareSolve }),
    cholesky: timed(onPlain.cholesky, { prepare: onPlain.prepareCholesky }),
    choleskyTwo: timed(onTwo.cholesky, { prepare: onTwo.prepareCholesky }),
    ...(numpy && {
      numpy: () => numpy.seconds("gemm", n),
      numpySyrk: () => numpy.seconds("syrk", n),
      numpySolve: () => numpy.seconds("solve", n),
      numpyCholesky: () => numpy.seconds("cholesky", n),
    }),
  });
  const cube = n * n * n * 1e-9;
  const plainRate = (2 * cube) / best.plain;
  rate("gemm-1024-plain", plainRate, "typed arrays", (2 * cube) / best.typed, 4);
  rate("gemm-1024-fast", (2 * cube) / best.fast, "plain", plainRate, 1.4);
  rate("gemm-1024-2-threads", (2 * cube) / best.two, "1 thread", plainRate, 1.7);
  rate("gemm-1024-fast-2-threads", (2 * cube) / best.fastTwo, "1 thread", (2 * cube) / best.fast, 1.7);
  rate("gemm-1024-plain", plainRate, "NumPy", (2 * cube) / best.numpy, 0.15);
  rate("cholesky-1024", cube / 3 / best.cholesky, "gemm", plainRate, 0.5);
  rate("cholesky-1024-2-threads", cube / 3 / best.choleskyTwo, "1 thread", cube / 3 / best.cholesky);
  rate("cholesky-1024", cube / 3 / best.cholesky, "NumPy", cube / 3 / best.numpyCholesky);
  rate("syrk-1024", cube / best.syrk, "NumPy", cube / best.numpySyrk);
  rate("solve-1024", cube / best.solve, "SciPy", cube / best.numpySolve);
  for (const size of [64, 256, 2048]) {
    const on = operands(plain, size, BitMatrix);
    const repeat = Math.ceil((512 / size) ** 3);
    const times = await bestOf(size > n ? 3 : 10, {
      ours: timed(on.gemm, { repeat }),
      ...(numpy && { numpy: () => numpy.seconds("gemm", size, repeat) }),
    });
    const flops = 2 * size * size * size * 1e-9;
    rate(`gemm-${size}-plain`, flops / times.ours, "NumPy", flops / times.numpy);
    on.release();
  }

  for (const [operation, name, size, flops] of /** @type {const} */ ([
    ["gemv", "gemv", 1024, 2],
    ["symv", "gemv", 1024, 2],
    ["distances", "distances", 512, 3 * 512],
    // 64 rows, each beside 100 others: subtract, take the absolute value, multiply, add.
    ["differences", "differences", 512, (4 * 64 * 100) / 512],
  ])) {
    const on = operands(plain, size, BitMatrix);
    const repeat = operation === "gemv" || operation === "symv" ? 20 : 1;
    const times = await bestOf(10, {
      ours: timed(on[operation], { repeat }),
      ...(numpy && { numpy: () => numpy.seconds(name, size, repeat) }),
    });
    const work = flops * size * size * 1e-9;
    const peer = { gemv: "NumPy gemv", symv: "NumPy gemv", distances: "SciPy cdist", differences: "NumPy" }[
      operation
    ];
    rate(`${operation}-${size}`, work / times.ours, peer, work / times.numpy);
    on.release();
  }

  for (const [operation, name, size, peer] of /** @type {const} */ ([
    ["eigen", "eigen", 100, "NumPy eigh"],
    ["eigen", "eigen", 300, "NumPy eigh"],
    // Bits that 1024 rows share with 64 of them, beside a product of ones and zeros in 32 bits.
    ["sharedBits", "shared-bits", 1024, "NumPy product"],
  ])) {
    const on = operands(plain, size, BitMatrix);
    const times = await bestOf(8, {
      ours: timed(on[operation]),
      ...(numpy && { numpy: () => numpy.seconds(operation, size) }),
    });
    if (times.numpy)
      rows.push({
        name: `${name}-${size}`,
        value: 1000 * times.ours,
        unit: "ms",
        peer,
        peerValue: 1000 * times.numpy,
        ratio: times.numpy / times.ours,
      });
    on.release();
  }

  rows.push(await passes(plain));
  rows.push(await gramProduct(plain));
  rows.push(await folding(plain));
  rows.push(await scatter(plain));

  numpy?.end();
  for (const kernels of [plain, fast, two, fastTwo]) await kernels.dispose();
  return rows;
}

/**
 * A + diag(f)·B on a block of 24 vectors of 1024 numbers, beside the same loop in JavaScript on the same memory.
 * @param {Kernels} kernels
 * @returns {Promise<Row>}
 */
async function passes(kernels) {
  const [rows, columns, repeat] = [1024, 24, 200];
  const workspace = kernels.workspace();
  const [a, b, out] = [0, 1, 2].map(() => workspace.matrix(rows, columns));
  const factors = workspace.array(rows).fill(0.5);
  a.data.fill(1);
  b.data.fill(2);
  const loop = () => {
    const [x, y, z] = [a.data, b.data, out.data];
    for (let i = 0, at = 0; i < rows; i++)
      for (let j = 0; j < columns; j++, at++) z[at] = x[at] + factors[i] * y[at];
  };
  const times = await bestOf(10, {
    ours: timed(() => kernels.combineRows(a, factors, b, out), { repeat }),
    loop: timed(loop, { repeat }),
  });
  workspace.release();
  return {
    name: "combine-rows-1024x24",
    value: 1e6 * times.ours,
    unit: "µs",
    peer: "typed arrays",
    peerValue: 1e6 * times.loop,
    ratio: times.loop / times.ours,
  };
}

/**
 * A·(Aᵀ·V) for a panel of 20,000 × 26 and four vectors, beside two products of gemm.
 * @param {Kernels} kernels
 * @returns {Promise<Row>}
 */
async function gramProduct(kernels) {
  const [rows, columns, repeat] = [20_000, 26, 5];
  const workspace = kernels.workspace();
  const a = workspace.matrix(rows, columns);
  const [vectors, out] = [0, 1].map(() => workspace.matrix(rows, 4));
  const images = workspace.matrix(columns, 4);
  a.data.fill(0.5);
  vectors.data.fill(0.1);
  const times = await bestOf(10, {
    ours: timed(() => kernels.addGramProduct(a, vectors, out), { repeat }),
    gemm: timed(
      () => {
        kernels.gemm(1, a.transposed(), vectors, 0, images);
        kernels.gemm(1, a, images, 1, out);
      },
      { repeat },
    ),
  });
  workspace.release();
  return {
    name: "gram-product-20000x26",
    value: 1e6 * times.ours,
    unit: "µs",
    peer: "gemm",
    peerValue: 1e6 * times.gemm,
    ratio: times.gemm / times.ours,
  };
}

/**
 * Means, spreads and residuals of 1024 rows × 200 columns of 32 bits in three classes, beside the same two loops in JavaScript.
 * @param {Kernels} kernels
 * @returns {Promise<Row>}
 */
async function folding(kernels) {
  const { Panels } = await builtPanels();
  const [rows, columns, classes, repeat] = [1024, 200, 3, 20];
  const workspace = kernels.workspace();
  const [values, codes] = [workspace.singles(rows * columns), workspace.integers(rows)];
  for (let at = 0; at < values.length; at++) values[at] = (at * 7919) % 1009;
  for (let i = 0; i < rows; i++) codes[i] = i % classes;
  const [origins, means, spreads] = [0, 1, 2].map(() => workspace.matrix(classes, columns));
  const residuals = new Panels(workspace.array(Panels.size(rows, columns)), rows, columns);
  const plain = new Float64Array(rows * columns);
  const loop = () => {
    means.data.fill(0);
    spreads.data.fill(0);
    for (let i = 0, at = 0; i < rows; i++)
      for (let j = 0, to = codes[i] * columns; j < columns; j++, at++, to++)
        means.data[to] += ((values[at] - origins.data[to]) * classes) / rows;
    for (let i = 0, at = 0; i < rows; i++)
      for (let j = 0, to = codes[i] * columns; j < columns; j++, at++, to++) {
        const residual = values[at] - origins.data[to] - means.data[to];
        spreads.data[to] += residual * residual;
        plain[at] = residual;
      }
  };
  const times = await bestOf(10, {
    ours: timed(() => kernels.foldClasses({ values, codes, origins, means, spreads, residuals }), { repeat }),
    loop: timed(loop, { repeat }),
  });
  workspace.release();
  return {
    name: "fold-classes-1024x200",
    value: 1e6 * times.ours,
    unit: "µs",
    peer: "typed arrays",
    peerValue: 1e6 * times.loop,
    ratio: times.loop / times.ours,
  };
}

/**
 * XᵀX of 1310 × 200 residuals, the block of rows of 200 columns, beside syrk, which copies them into panels first.
 * @param {Kernels} kernels
 * @returns {Promise<Row>}
 */
async function scatter(kernels) {
  const { Panels } = await builtPanels();
  const [rows, columns, repeat] = [1310, 200, 20];
  const workspace = kernels.workspace();
  const panels = new Panels(workspace.array(Panels.size(rows, columns)), rows, columns);
  const plain = workspace.matrix(rows, columns);
  panels.data.fill(0.5);
  plain.data.fill(0.5);
  const [sums, same] = [0, 1].map(() => workspace.matrix(columns, columns));
  const times = await bestOf(10, {
    ours: timed(() => kernels.addScatter(panels, sums)(), { repeat }),
    syrk: timed(() => kernels.syrk(1, plain.transposed(), 1, same), { repeat }),
  });
  workspace.release();
  const operations = 1e-9 * rows * columns * (columns + 1);
  return {
    name: "scatter-1310x200",
    value: operations / times.ours,
    unit: "GFLOP/s",
    peer: "syrk",
    peerValue: operations / times.syrk,
    ratio: times.syrk / times.ours,
  };
}

/** @returns {Promise<typeof import("../src/numeric/panels.js")>} */
const builtPanels = () => import(new URL("../build/numeric/panels.js", import.meta.url).href);

/**
 * Matrices of one size in the memory of some kernels, and what is timed on them.
 * @param {Kernels} kernels
 * @param {number} n
 * @param {typeof import("../src/numeric/bit-matrix.js").BitMatrix} BitMatrix
 */
function operands(kernels, n, BitMatrix) {
  const workspace = kernels.workspace();
  const [a, b, c, definite, factor] = Array.from({ length: 5 }, () => workspace.matrix(n, n));
  for (let i = 0; i < a.data.length; i++) {
    a.data[i] = (((i + 1) * 7919) % 10007) / 10007 - 0.5;
    b.data[i] = (((i + 1) * 104729) % 10009) / 10009 - 0.5;
  }
  kernels.syrk(1, a, 0, definite);
  for (let i = 0; i < n; i++) definite.set(i, i, definite.get(i, i) + n);
  const [x, y] = [workspace.array(n).fill(0.5), workspace.array(n)];
  const [named, factors] = [0, 1].map(() => workspace.matrix(Math.min(64, n), Math.min(100, n)));
  for (let i = 0; i < named.rows; i++)
    for (let q = 0; q < named.columns; q++) named.set(i, q, (i + 7 + q) % n);
  factors.data.fill(0.01);
  const bits = new BitMatrix(workspace.integers(n * BitMatrix.wordsPerRow(n)), n, n);
  for (let i = 0; i < n; i++)
    for (let at = 0; at < n; at++) if (a.get(i, at) > 0) bits.wordsOf(i)[at >> 5] |= 1 << (at & 31);
  const [names, counts] = [workspace.integers(n), workspace.integers(n * Math.min(64, n))];
  for (let i = 0; i < n; i++) names[i] = i;
  return {
    a,
    b,
    c,
    gemm: () => kernels.gemm(1, a, b, 0, c),
    syrk: () => kernels.syrk(1, a, 0, c),
    gemv: () => kernels.gemv(1, a, x, 0, y),
    symv: () => kernels.symv(1, a, x, 0, y),
    distances: () => kernels.squaredDistances(a, b, c),
    differences: () =>
      kernels.weightedDifferences(
        a.block(0, 0, Math.min(64, n), n),
        b,
        named,
        factors,
        c.block(0, 0, Math.min(64, n), n),
      ),
    sharedBits: () => kernels.sharedBits(bits, names, bits.slice(0, Math.min(64, n)), counts),
    eigen: () => void kernels.symmetricEigen(definite),
    prepareCholesky: () => factor.data.set(definite.data),
    cholesky: () => void kernels.cholesky(factor),
    prepareSolve: () => c.data.set(b.data),
    solve: () => kernels.solveTriangular(definite, c),
    release: () => workspace.release(),
  };
}
