import { inDoubles } from "../../numeric/float-rows.js";
import { noFacts, type PassFacts } from "./pass-facts.js";
import type { RowPasses } from "./row-passes.js";
import type { RowSource, Rows } from "./row-source.js";
import type { Section } from "./sections.js";

/**
 * The rows of test data behind those of training data, as if they were one file. Training must have been passed once, and the
 * test file is read with the features and levels of training; levels that only it has come after them.
 */
export class JoinedRows implements RowPasses {
  constructor(
    private readonly train: RowSource,
    private readonly test: RowSource,
  ) {}

  get name(): string {
    return this.test.name;
  }

  get rows(): number {
    return this.train.rows + this.test.rows;
  }

  get featureNames(): readonly string[] {
    return this.test.featureNames;
  }

  get categories(): readonly (readonly string[] | null)[] | null {
    return this.test.categories;
  }

  async *pass(onProgress?: (fraction: number) => void): AsyncGenerator<Rows> {
    const { train, test, featureNames } = this;
    const part = (from: number) => onProgress && ((fraction: number) => onProgress(from + fraction / 2));
    const placeOf = new Map(train.featureNames.map((name, j) => [name, j]));
    const places = featureNames.map((name) => placeOf.get(name)!);
    const isWhole = places.length === train.featureNames.length;
    for await (const rows of train.pass(part(0)))
      yield isWhole ? rows : { ...rows, values: inDoubles(rows.values).selectColumns(places) };
    yield* test.pass(part(0.5));
  }

  /** Both files are one section. */
  async sections(): Promise<readonly Section[]> {
    return [{ file: 0, files: 1, range: null, before: 0 }];
  }

  section(_: Section, onProgress?: (fraction: number) => void): AsyncGenerator<Rows> {
    return this.pass(onProgress);
  }

  /** What a pass tells stays with the two files. */
  facts(): PassFacts {
    return noFacts;
  }

  conclude(): void {}

  useLevels(): void {}

  settleLevels(): void {
    this.test.settleLevels();
  }

  freeTexts(): readonly number[] {
    return [];
  }

  notices(): [] {
    return [];
  }
}
