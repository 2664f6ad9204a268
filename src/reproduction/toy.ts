import { Matrix } from "../numeric/matrix.js";
import { Random } from "../numeric/random.js";
import { curveTask, type Findings, type Job } from "./job.js";
import type { Study } from "./study.js";

/** The toy example: pixels ranked from two samples of each class, then shown in samples that were not among them. */
export interface Toy {
  readonly study: Pick<Study, "place" | "data">;
  readonly name: string;
  readonly side: number;
  /** ORL's images lie column after column. */
  readonly columnMajor: boolean;
  readonly training: Int32Array;
  /** A test sample of each shown class. */
  readonly shown: readonly { readonly title: string; readonly row: number }[];
  readonly ks: readonly number[];
}

/** Pixels of the paper's pictures, in parts of all: 32, 64, 128, … of 1024. */
const parts = [1, 2, 4, 8, 12, 16, 20, 24, 28, 32].map((part) => part / 32);

/** γ of the toy, which the paper does not print; from 0.001 to 1 the pictures hardly change. */
const toyGamma = 0.01;

/** Draws the samples; null where the data is not square images of the classes to be shown, counted from 1. */
export function makeToy(
  study: Toy["study"],
  name: string,
  { classes, columnMajor, seed }: { classes: readonly number[]; columnMajor: boolean; seed: number },
): Toy | null {
  const { data } = study;
  // The paper counts its classes; digits have names that say more.
  const [what, named] = name === "digits" ? ["digit", true] : ["class", false];
  const side = Math.round(Math.sqrt(data.features));
  if (!(data.values instanceof Matrix) || side * side !== data.features || side < 8) return null;
  const { codes, classes: names } = data.labels!;
  if (classes.some((number) => number > names.length)) return null;
  const random = new Random(seed).fork("toy");
  const members = names.map((_, code) =>
    random.shuffle(Array.from(codes.keys()).filter((row) => codes[row] === code)),
  );
  if (members.some((rows) => rows.length < 3)) return null;
  return {
    study,
    name,
    side,
    columnMajor,
    training: Int32Array.from(members.flatMap((rows) => rows.slice(0, 2))).sort(),
    shown: classes.map((number) => ({
      title: `${what} ${named ? names[number - 1] : number}`,
      row: members[number - 1][2],
    })),
    ks: parts.map((part) => Math.round(part * data.features)),
  };
}

/** The selection of the toy. */
export function toyJob({ study, training, ks }: Toy, seed: number): Job {
  const dfs = { method: "dfs", selectOn: "scaled" } as const;
  const part = { rows: training, splits: [], ks: [ks[ks.length - 1]], seed };
  return { key: "toy", task: curveTask(study, dfs, { gamma: toyGamma }, part) };
}

/** Pictures of the toy, row after row, from 0 (black) to 1; pixels that are not selected are white. */
export interface ToyPictures {
  readonly dataset: string;
  readonly side: number;
  readonly gamma: number;
  readonly pictures: readonly {
    readonly title: string;
    readonly k: number;
    readonly pixels: readonly number[];
  }[];
}

/** The shown samples with their top pixels kept. */
export function toyPictures(toy: Toy, findings: Findings): ToyPictures {
  const { study, side, columnMajor, shown, ks } = toy;
  const ranking = findings.one("toy").features;
  const values = study.data.values as Matrix;
  const brightest = values.data.reduce((most, value) => Math.max(most, value), 0) || 1;
  const pictures = shown.flatMap(({ title, row }) =>
    ks.map((k) => {
      const pixels = new Array<number>(side * side).fill(1);
      for (const feature of ranking.slice(0, k)) {
        const [major, minor] = [Math.floor(feature / side), feature % side];
        // Three digits are more than a screen shows.
        pixels[columnMajor ? minor * side + major : feature] =
          Math.round((1000 * values.get(row, feature)) / brightest) / 1000;
      }
      return { title, k, pixels };
    }),
  );
  return { dataset: toy.name, side, gamma: toyGamma, pictures };
}
