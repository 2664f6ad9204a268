import { path as fitPath } from "salience/internal";
import type { PathView, Tasks } from "../messages.js";
import type { Desk, Work } from "./desk.js";

/** Discriminative feature selection over a grid of γ and p. */
export async function path(desk: Desk, take: Tasks["path"]["take"], work: Work): Promise<PathView> {
  const { gammas, ps, points } = await fitPath(desk.data, {
    ...(take.gammas.length > 0 && { gammas: take.gammas, scatter: "mean" }),
    ps: take.ps,
    threads: take.threads,
    onProgress: work.onProgress,
    signal: work.signal,
  });
  return {
    gammas,
    ps,
    points: points.map(({ gamma, p, support, objective, converged, norms }) => ({
      gamma,
      p,
      support,
      objective,
      converged,
      norms: Float32Array.from(norms),
    })),
  };
}
