import type { Kernels, Workspace } from "../../src/kernels/kernels.js";

/**
 * The same kernels with workspaces that spoil what nobody may rely on: room that is not set to zero is full of NaN at first, and all
 * numbers become NaN when they are released, as they would where other work takes the memory.
 */
export function spoilingKernels(kernels: Kernels): Kernels {
  return new Proxy(kernels, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name === "workspace") return () => spoiling(target.workspace());
      return value.bind(target);
    },
  });
}

function spoiling(workspace: Workspace): Workspace {
  const given: Float64Array[] = [];
  const noted = (array: Float64Array) => {
    given.push(array);
    return array;
  };
  return {
    ...workspace,
    array: (length) => noted(workspace.array(length)),
    matrix(rows, columns) {
      const matrix = workspace.matrix(rows, columns);
      noted(matrix.data);
      return matrix;
    },
    room(rows, columns) {
      const matrix = workspace.room(rows, columns);
      noted(matrix.data).fill(NaN);
      return matrix;
    },
    release() {
      for (const array of given.splice(0)) array.fill(NaN);
      workspace.release();
    },
  };
}
