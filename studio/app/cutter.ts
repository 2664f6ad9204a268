import { problemOf, type StudioActions } from "./actions.js";
import { Cancelled } from "./client.js";
import { cutPlan, refitSeconds } from "./plan.js";
import { originOf } from "./runs.js";

/** How long the cut must rest before the selection follows it. */
const restMilliseconds = 180;
/** A method that takes longer is fitted when the reader wants it. */
const patienceSeconds = 4;

/** Lets the selection follow the cut: everything that is shown and saved is then that of so many features. */
export class Cutter {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop: AbortController | null = null;
  private under: Promise<void> = Promise.resolve();

  constructor(private readonly studio: StudioActions) {}

  /** Follows the cut when it has come to rest, unless that takes long. */
  follow(): void {
    clearTimeout(this.timer);
    this.stop?.abort();
    this.timer = setTimeout(() => {
      if (!this.isSlow()) void this.settle();
    }, restMilliseconds);
  }

  /** Whether the selection is not yet that of the cut, and fitting it takes longer than one likes to wait. */
  isSlow(): boolean {
    const { data, selected, cut } = this.studio.state;
    if (!data || !selected || cut === selected.selection.picked) return false;
    return refitSeconds(data, selected, cut) > patienceSeconds;
  }

  /** Fits the selection for the cut now, if it is not. */
  settle(): Promise<void> {
    clearTimeout(this.timer);
    this.under = this.under.then(() => this.fit());
    return this.under;
  }

  private async fit(): Promise<void> {
    const { selected, measured, cut, threads, running } = this.studio.state;
    if (!selected || running || cut === selected.selection.picked) return;
    const origin = originOf(this.studio.state);
    if (origin && origin.selected.selection.picked === cut) {
      this.studio.set(origin);
      return this.studio.save();
    }
    const stop = new AbortController();
    this.stop = stop;
    this.studio.set({ fitting: true });
    // Where k was found, what was measured is about finding it, and not about this number of features.
    const kept = selected.plan.select.k === "auto" || !measured ? null : measured;
    try {
      const { evaluation = null, notices = [] } = kept ?? {};
      const given = await this.studio.client.run(
        "recut",
        { plan: cutPlan(selected, cut), threads, measured: kept && { evaluation, notices } },
        { signal: stop.signal },
      );
      const { state } = this.studio;
      if (state.cut === cut && state.shown !== null && !stop.signal.aborted)
        this.studio.set({ selected: given, measured: kept && { ...kept, report: given.report } });
    } catch (error) {
      if (!(error instanceof Cancelled)) this.studio.set({ problem: problemOf(error) });
    } finally {
      this.studio.set({ fitting: false });
      this.studio.save();
    }
  }
}
