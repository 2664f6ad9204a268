import { useEffect, useRef, useState } from "preact/hooks";
import type { TaskName, Tasks } from "../messages.js";
import { Cancelled } from "./client.js";
import { describeError } from "./describe-error.js";
import type { Running } from "./state.js";
import { useStudio } from "./use-studio.js";

/** A task that a part of the page orders for itself, with its progress, result and failure. */
export function useTask<T extends TaskName>(name: T) {
  const { studio } = useStudio();
  const [running, setRunning] = useState<Running | null>(null);
  const [result, setResult] = useState<Tasks[T]["give"] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const start = async (take: Tasks[T]["take"]): Promise<Tasks[T]["give"] | null> => {
    stop.current?.abort();
    const own = new AbortController();
    stop.current = own;
    const begun: Running = { what: "select", fraction: 0, since: performance.now(), glance: null };
    setProblem(null);
    setRunning(begun);
    try {
      const give = await studio.client.run(name, take, {
        signal: own.signal,
        onProgress: (fraction) => stop.current === own && setRunning({ ...begun, fraction }),
      });
      if (stop.current === own) setResult(give);
      return give;
    } catch (error) {
      if (stop.current === own && !(error instanceof Cancelled)) setProblem(describeError(error));
      return null;
    } finally {
      if (stop.current === own) setRunning(null);
    }
  };
  return { running, result, problem, start, cancel: () => stop.current?.abort() };
}
