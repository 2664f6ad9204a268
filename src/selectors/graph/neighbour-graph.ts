import type { Labels } from "../../data/labels.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { type NearestRows, nearestRows } from "./nearest-rows.js";

/** Pairs of samples that are joined, each once, with their squared distances. */
export interface Edges {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly distances: Float64Array;
  /** The mean squared distance of a sample to its nearest ones. */
  readonly meanDistance: number;
}

/** Which samples are to be joined. */
export interface JoinOptions {
  readonly neighbours: number;
  /** Join two samples only when each is a neighbour of the other. */
  readonly mutual: boolean;
  /** Look for neighbours inside a sample's own class only. */
  readonly inside: Labels | null;
}

/** Joins every row to its nearest ones. */
export async function joinNeighbours(
  kernels: Kernels,
  values: Matrix,
  { neighbours, mutual, inside }: JoinOptions,
  progress: (fraction: number) => Promise<void>,
): Promise<Edges> {
  if (!inside) return joinFound(await nearestRows(kernels, values, neighbours, progress), mutual);
  const parts: Edges[] = [];
  const members = inside.classes
    .map((_, code) => rowsOfClass(inside, code))
    .filter((rows) => rows.length > 1);
  const total = members.reduce((sum, rows) => sum + rows.length * rows.length, 0);
  let done = 0;
  for (const rows of members) {
    const share = (rows.length * rows.length) / total;
    const start = done;
    parts.push(
      await joinInsideClass(kernels, values, rows, neighbours, mutual, (part) =>
        progress(start + part * share),
      ),
    );
    done += share;
  }
  return concatenate(
    parts,
    members.map((rows) => rows.length * Math.min(neighbours, rows.length - 1)),
  );
}

function rowsOfClass({ codes }: Labels, wanted: number): Int32Array {
  return Int32Array.from(codes.keys()).filter((i) => codes[i] === wanted);
}

async function joinInsideClass(
  kernels: Kernels,
  values: Matrix,
  rows: Int32Array,
  neighbours: number,
  mutual: boolean,
  progress: (fraction: number) => Promise<void>,
): Promise<Edges> {
  const { columns, data } = values;
  const workspace = kernels.workspace();
  try {
    const part = workspace.matrix(rows.length, columns);
    rows.forEach((row, i) => {
      part.data.set(data.subarray(row * columns, (row + 1) * columns), i * columns);
    });
    const edges = joinFound(await nearestRows(kernels, part, neighbours, progress), mutual);
    return { ...edges, from: edges.from.map((i) => rows[i]), to: edges.to.map((i) => rows[i]) };
  } finally {
    workspace.release();
  }
}

/** Of the pairs that were found, those to join; a pair that chose each other was found twice. */
function joinFound({ count, rows, distances }: NearestRows, mutual: boolean): Edges {
  const chose = (i: number, j: number) => rows.subarray(i * count, (i + 1) * count).includes(j);
  const kept: number[] = [];
  for (let at = 0; at < rows.length; at++) {
    const [i, j] = [Math.floor(at / count), rows[at]];
    if (mutual ? i < j && chose(j, i) : i < j || !chose(j, i)) kept.push(at);
  }
  return {
    from: Int32Array.from(kept, (at) => Math.floor(at / count)),
    to: Int32Array.from(kept, (at) => rows[at]),
    distances: Float64Array.from(kept, (at) => distances[at]),
    meanDistance: mean(distances),
  };
}

/** The edges of all parts; the mean is over all pairs that were found, of which each part has so many. */
function concatenate(parts: readonly Edges[], found: readonly number[]): Edges {
  const total = found.reduce((sum, count) => sum + count, 0);
  return {
    from: Int32Array.from(parts.flatMap(({ from }) => Array.from(from))),
    to: Int32Array.from(parts.flatMap(({ to }) => Array.from(to))),
    distances: Float64Array.from(parts.flatMap(({ distances }) => Array.from(distances))),
    meanDistance: parts.reduce((sum, { meanDistance }, at) => sum + meanDistance * (found[at] / total), 0),
  };
}

const mean = (values: Float64Array) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
