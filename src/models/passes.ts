import type { Section } from "../data/stream/sections.js";
import { MedianSearch } from "./median-search.js";
import type { PartFacts, PartResult, PartRunner, PartStep } from "./part-step.js";

/** Passes over all sections. */
export class Passes {
  constructor(
    private readonly sections: readonly Section[],
    private readonly runner: PartRunner,
    private readonly onProgress: (fraction: number) => void,
  ) {}

  /** Fewer values are kept for medians where they are sent. */
  get mostKept(): number {
    return this.runner.sends ? 2 ** 20 : 2 ** 24;
  }

  /**
   * Does a step for all sections and takes their numbers in their order, as soon as they come. Those that are elsewhere are fetched one
   * after the other at the end, unless what all sections tell says that they are useless.
   */
  async over(
    step: PartStep,
    take: (facts: PartFacts, numbers: Float64Array) => void,
    isUseless: (facts: readonly PartFacts[]) => boolean = () => false,
  ): Promise<PartFacts[]> {
    const { sections } = this;
    const facts: PartFacts[] = [];
    const waiting = new Map<number, PartResult["numbers"]>();
    let next = 0;
    await this.runner.run(
      sections,
      step,
      (place, { facts: told, numbers }) => {
        facts[place] = told;
        waiting.set(place, numbers);
        for (;;) {
          const first = waiting.get(next);
          if (first === undefined || typeof first === "function") return;
          if (first) take(facts[next], first);
          waiting.delete(next++);
        }
      },
      this.onProgress,
    );
    if (isUseless(facts)) return facts;
    for (; next < sections.length; next++) {
      const numbers = waiting.get(next);
      waiting.delete(next);
      const fetched = typeof numbers === "function" ? await numbers() : numbers;
      if (fetched) take(facts[next], fetched);
    }
    return facts;
  }

  /** The exact medians of some columns, missing values left out. */
  async medians(columns: readonly number[]): Promise<Float64Array> {
    const cap = Math.max(1024, Math.floor(this.mostKept / columns.length));
    const searches = columns.map((column) => ({ column, search: new MedianSearch(cap) }));
    for (;;) {
      const open = searches.filter(({ search }) => search.median === null);
      if (open.length === 0) return Float64Array.from(searches, ({ search }) => search.median!);
      const step: PartStep = {
        name: "medians",
        columns: open.map(({ column }) => column),
        bounds: open.map(({ search }) => search.bounds),
        cap,
      };
      for (const { search } of open) search.begin();
      await this.over(step, (_, numbers) => {
        let at = 0;
        for (const { search } of open) at = search.add(numbers, at);
      });
      for (const { search } of open) search.conclude();
    }
  }
}
