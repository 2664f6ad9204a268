import { InputError } from "../../numeric/input-error.js";

/** A has more columns than the total scatter has dimensions. */
export class RankError extends InputError {
  constructor(
    l: number,
    /** How many columns A can have. */
    readonly rank: number,
  ) {
    super(`l must not exceed the rank of the total scatter; ${l} was given and ${rank} is the rank found`);
  }
}

/** Runs with l columns, and where nobody asked for so many, with as many as the rank allows. */
export async function withinRank<T>(l: number, asked: boolean, run: (l: number) => Promise<T>): Promise<T> {
  try {
    return await run(l);
  } catch (error) {
    if (!(error instanceof RankError) || asked || error.rank < 1) throw error;
    return withinRank(error.rank, asked, run);
  }
}
