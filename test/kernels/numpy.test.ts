import { readFileSync } from "node:fs";
import { describe, test } from "vitest";
import { Matrix } from "../../src/numeric/matrix.js";
import { expectClose } from "../support/expect-close.js";
import { variants } from "./variants.js";

const fixture = JSON.parse(
  readFileSync(new URL("../fixtures/kernels/linear_algebra.json", import.meta.url), "utf8"),
);
const matrix = (name: string) => Matrix.fromRows(fixture[name]);
const array = (name: string) => Float64Array.from(fixture[name]);

describe.each(variants)("%s agrees with NumPy and SciPy", (_, kernels) => {
  test("gemm", () => {
    const c = matrix("c");
    kernels.gemm(1.5, matrix("a"), matrix("b"), -0.5, c);
    expectClose(c.data, matrix("gemm").data, { absolute: 1e-14 });
  });

  test("syrk", () => {
    const c = Matrix.zeros(7, 7);
    kernels.syrk(2, matrix("a"), 0, c);
    expectClose(c.data, matrix("syrk").data, { absolute: 1e-14 });
  });

  test("gemv", () => {
    const y = array("y");
    kernels.gemv(3, matrix("a"), array("x"), 0.25, y);
    expectClose(y, array("gemv"), { absolute: 1e-14 });
  });

  test("symv", () => {
    const y = new Float64Array(6);
    kernels.symv(-1, matrix("s"), array("v"), 0, y);
    expectClose(y, array("symv"), { absolute: 1e-13 });
  });

  test("cholesky", () => {
    const s = matrix("s");
    kernels.cholesky(s);
    expectClose(s.data, matrix("cholesky").data, { absolute: 1e-14 });
  });

  test("solveTriangular", () => {
    for (const [name, transposed] of [
      ["solve", false],
      ["solveTransposed", true],
    ] as const) {
      const b = matrix("rhs");
      kernels.solveTriangular(matrix("cholesky"), b, transposed);
      expectClose(b.data, matrix(name).data, { relative: 1e-11 });
    }
  });
});
