import type { Tasks } from "../messages.js";
import { problemOf, type StudioActions } from "./actions.js";
import { Cancelled } from "./client.js";
import type { Running, Side, State } from "./state.js";

/** Computes what is to be had beside the run, while the reader goes elsewhere. Its result is kept with the work. */
export class Aside {
  private stop: AbortController | null = null;

  constructor(private readonly studio: StudioActions) {}

  /** Computes it in place of what was under way. */
  async run<T extends Side["task"]>(task: T, take: Tasks[T]["take"]): Promise<void> {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    const running: Running = { what: "select", fraction: 0, since: performance.now(), stage: null };
    const show = (side: Partial<Side>) => {
      if (this.stop === stop) this.studio.set({ side: { task, running: null, problem: null, ...side } });
    };
    show({ running });
    try {
      const give = await this.studio.client.run(task, take, {
        signal: stop.signal,
        onProgress: (fraction) => show({ running: { ...running, fraction } }),
      });
      if (this.stop !== stop) return;
      const place = task === "compare" ? "compared" : "path";
      this.studio.set({ side: null, [place]: give } as Partial<State>);
      this.studio.save();
    } catch (error) {
      show({ problem: error instanceof Cancelled ? null : problemOf(error).sentence });
    }
  }

  /** Stops it. */
  cancel(): void {
    this.stop?.abort();
  }
}
