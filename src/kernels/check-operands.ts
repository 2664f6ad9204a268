import { InputError } from "../core/input-error.js";
import type { BitMatrix } from "../numeric/bit-matrix.js";
import type { Matrix } from "../numeric/matrix.js";
import { Panels } from "../numeric/panels.js";
import type { CentredView, ClassBlock, PairMachines, PenalizedModel, SparseColumns } from "./kernels.js";

/** Refuses operands whose sizes do not belong together; every implementation asks this first. */
export const checkOperands = {
  product(a: Matrix, b: Matrix, c: Matrix): void {
    requireShape("B", b, a.columns, b.columns);
    requireShape("C", c, a.rows, b.columns);
  },
  symmetricProduct(a: Matrix, c: Matrix): void {
    requireShape("C", c, a.rows, a.rows);
  },
  vectorProduct(a: Matrix, x: Float64Array, y: Float64Array): void {
    requireLength("x", x, a.columns);
    requireLength("y", y, a.rows);
  },
  square(a: Matrix): void {
    requireShape("A", a, a.rows, a.rows);
  },
  solve(l: Matrix, b: Matrix): void {
    requireShape("L", l, l.rows, l.rows);
    requireShape("B", b, l.rows, b.columns);
  },
  distances(a: Matrix, b: Matrix, out: Matrix): void {
    requireShape("B", b, b.rows, a.columns);
    requireShape("the output", out, a.rows, b.rows);
  },
  differences(a: Matrix, b: Matrix, rows: Matrix, weights: Matrix, out: Matrix): void {
    requireShape("B", b, b.rows, a.columns);
    requireShape("the matrix of rows", rows, a.rows, rows.columns);
    requireShape("the matrix of weights", weights, a.rows, rows.columns);
    requireShape("the output", out, a.rows, a.columns);
    for (let i = 0; i < rows.rows; i++)
      for (let q = 0; q < rows.columns; q++) {
        const row = rows.get(i, q);
        if (!(Number.isInteger(row) && row >= 0 && row < b.rows))
          throw new InputError(
            "option-value",
            `row ${row} of B was named; B has the rows 0 to ${b.rows - 1}`,
          );
      }
  },
  sharedBits(a: BitMatrix, names: Int32Array, b: BitMatrix, out: Int32Array): void {
    if (a.columns !== b.columns)
      throw new InputError(
        "option-value",
        `rows of A have ${a.columns} bits, those of B ${b.columns}; give rows of the same length`,
      );
    requireLength("the output", out, names.length * b.rows);
    requireNames("row", names, a.rows);
  },
  combination(a: Matrix | null, b: Matrix, out: Matrix): void {
    if (a) requireShape("A", a, out.rows, out.columns);
    requireShape("B", b, out.rows, out.columns);
  },
  factors(factors: Float64Array, count: number): void {
    requireLength("the array of factors", factors, count);
  },
  centredPanels(
    a: Matrix,
    { rows, columns, means, factors, roots }: CentredView,
    panels: readonly Matrix[],
  ): void {
    for (const panel of panels) requireShape("a panel", panel, rows.length, panel.columns);
    const width = panels.reduce((sum, panel) => sum + panel.columns, 0);
    if (width !== columns.length)
      throw new InputError(
        "option-value",
        `the panels have ${width} columns together; ${columns.length} columns were named`,
      );
    requireLength("means", means, columns.length);
    requireLength("factors", factors, columns.length);
    requireLength("roots", roots, rows.length);
    requireNames("row", rows, a.rows);
    requireNames("column", columns, a.columns);
  },
  gramProduct(rows: number, vectors: Matrix, out: Matrix): void {
    requireShape("V", vectors, rows, vectors.columns);
    requireShape("the output", out, rows, vectors.columns);
  },
  sparseColumns({ starts, places, values, means }: SparseColumns, names: Int32Array): void {
    const count = starts.length - 1;
    requireLength("means", means, count);
    requireLength("values", values, places.length);
    requireNames("column", names, count);
  },
  classes({ values, codes, origins, means, spreads, residuals }: ClassBlock): void {
    const { rows, columns } = origins;
    requireLength("the array of values", values, codes.length * columns);
    requireShape("the matrix of means", means, rows, columns);
    requireShape("the matrix of spreads", spreads, rows, columns);
    if (residuals) {
      requireShape("the matrix of residuals", residuals, codes.length, columns);
      requirePanels(residuals);
    }
    for (const code of codes)
      if (code < 0 || code >= rows)
        throw new InputError(
          "option-value",
          `class ${code} was named; there are the classes 0 to ${rows - 1}`,
        );
  },
  scatter(x: Panels, c: Matrix): void {
    requireShape("C", c, x.columns, x.columns);
    requirePanels(x);
  },
  sweep(model: PenalizedModel, units: Int32Array): void {
    const { rows, starts, coefficients, slopes } = model;
    const count = starts.length - 1;
    const [outputs, samples] = [coefficients.columns, rows.columns];
    requireShape("the matrix of coefficients", coefficients, rows.rows, outputs);
    requireShape("the matrix of curvatures", model.curvatures, rows.rows, outputs);
    requireShape("the matrix of slopes", slopes, outputs, samples);
    requireShape("the matrix of bounds", model.bounds, outputs, samples);
    requireShape("the matrix of shares", model.shares, outputs, samples);
    requireLength("weights", model.weights, samples);
    requireLength("ceilings", model.ceilings, count);
    requireLength("limits", model.limits, count);
    requireLength("ridges", model.ridges, count);
    for (const unit of units)
      if (!(unit >= 0 && unit < count && starts[unit] >= 0 && starts[unit + 1] <= rows.rows))
        throw new InputError("option-value", `unit ${unit} was named; there are the units 0 to ${count - 1}`);
  },
  machines(machines: PairMachines, from: number, to: number): void {
    const { starts, upper, products, values, left } = machines;
    const [samples, classes] = [products.rows, upper.length];
    requireShape("the matrix of products", products, samples, samples);
    requireShape("the matrix of coefficients", machines.coefficients, samples, classes - 1);
    requireShape("the matrix of values", values, values.rows, samples);
    requireLength("the array of starts", starts, classes + 1);
    requireLength("the array of what is known", machines.known, samples * classes);
    const pairs = (classes * (classes - 1)) / 2;
    if (!(from >= 0 && from <= to && to <= pairs))
      throw new InputError(
        "option-value",
        `the pairs ${from} to ${to} were asked for; there are ${pairs} pairs`,
      );
    for (let a = 0; a <= classes; a++)
      if (starts[a] < (a === 0 ? 0 : starts[a - 1]) || (a === classes && starts[a] > samples))
        throw new InputError(
          "option-value",
          `class ${a} starts at sample ${starts[a]}; starts must rise up to ${samples}`,
        );
    if (values.rows < left && (values.rows > 0 || 2 * left < samples))
      throw new InputError(
        "option-value",
        `there are values of ${values.rows} features, but ${left} are left; give those of all that are left`,
      );
  },
  elementwise(x: Float64Array, out: Float64Array): void {
    requireLength("the output", out, x.length);
  },
};

function requireNames(what: string, names: Int32Array, count: number): void {
  for (const name of names)
    if (!(name >= 0 && name < count))
      throw new InputError(
        "option-value",
        `${what} ${name} of A was named; A has the ${what}s 0 to ${count - 1}`,
      );
}

function requirePanels({ data, rows, columns, room }: Panels): void {
  requireLength("the panels", data, Panels.size(Math.max(rows, room), columns));
}

function requireShape(what: string, matrix: Matrix | Panels, rows: number, columns: number): void {
  if (matrix.rows !== rows || matrix.columns !== columns)
    throw new InputError(
      "option-value",
      `${what} is ${matrix.rows} × ${matrix.columns}, but the other operands need ${rows} × ${columns}; give a matrix of that size`,
    );
}

function requireLength(what: string, array: Float64Array | Float32Array | Int32Array, length: number): void {
  if (array.length !== length)
    throw new InputError(
      "option-value",
      `${what} has ${array.length} elements, but the other operands need ${length}; give an array of that length`,
    );
}
