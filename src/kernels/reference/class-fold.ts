import { Matrix } from "../../numeric/matrix.js";
import type { Panels } from "../../numeric/panels.js";
import type { ClassBlock } from "../kernels.js";
import { syrk } from "./products.js";

/** Means, spreads and residuals of the rows of each class, counted from its origin; sums go in the order of the rows. */
export function foldClasses({ values, codes, origins, means, spreads, residuals }: ClassBlock): void {
  const { columns } = origins;
  for (let j = 0; j < columns; j++) {
    for (let code = 0; code < origins.rows; code++) {
      let [sum, count] = [0, 0];
      codes.forEach((own, i) => {
        if (own !== code) return;
        sum += values[i * columns + j] - origins.get(code, j);
        count++;
      });
      means.set(code, j, count > 0 ? sum / count : 0);
      spreads.set(code, j, 0);
    }
    codes.forEach((code, i) => {
      const residual = values[i * columns + j] - origins.get(code, j) - means.get(code, j);
      spreads.set(code, j, spreads.get(code, j) + residual * residual);
      residuals?.set(i, j, residual);
    });
  }
}

/** C ← C + XᵀX. */
export function addScatter(x: Panels, c: Matrix): void {
  const turned = Matrix.zeros(x.columns, x.rows);
  for (let i = 0; i < x.rows; i++) for (let j = 0; j < x.columns; j++) turned.set(j, i, x.get(i, j));
  syrk(1, turned, 1, c);
}
