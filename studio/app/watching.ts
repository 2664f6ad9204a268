import type { Stage } from "../messages.js";
import type { Running, State } from "./state.js";

/** The state when a task tells how far it is. The first stage counts from the order on, each later one from its beginning. */
export function advanced(state: State, fraction: number, stage: Stage | null): Partial<State> {
  const { running } = state;
  if (!running) return {};
  if (stage === null || stage === running.stage) return { running: { ...running, fraction } };
  const since = running.stage === null ? running.since : performance.now();
  return { running: { ...running, fraction, stage, since }, watched: timed(state, running) };
}

/** What was seen, when the last stage of a task has ended. */
export const ended = (state: State): Partial<State> => ({ watched: timed(state, state.running) });

/** With the time of the stage that ends. */
function timed({ watched }: State, running: Running | null): State["watched"] {
  if (!running?.stage) return watched;
  const seconds = (performance.now() - running.since) / 1000;
  return { ...watched, took: { ...watched.took, [running.stage]: seconds } };
}
