import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import { type RelieffOptions, relieffOptions } from "./options.js";

/** What exactly is computed: the options, and what a tool to be compatible with does beyond them. */
export interface Rules
  extends Pick<RelieffOptions, "neighbours" | "sigma" | "distance" | "scaling" | "prior"> {
  /** A feature with a smaller range counts as constant. */
  readonly smallestRange: number;
  /** The rank of the nearest neighbour in exp(−(rank/sigma)²). */
  readonly firstRank: 0 | 1;
  /** Sums and ties of distances exactly as Weka has them. */
  readonly wekaNeighbours: boolean;
  /** scikit-feature lets a sample be its own neighbour, at the distance of the farthest sample. */
  readonly ownNeighbour: boolean;
  /** scikit-feature divides by the share of the other class where the definition multiplies. */
  readonly invertedPrior: boolean;
  /** scikit-feature divides by `neighbours` also where a class has fewer. */
  readonly fixedDivisor: boolean;
  /** scikit-feature gives the sum over the samples, all others the mean. */
  readonly sumOverSamples: boolean;
  /** Which definition this is, in a sentence. */
  readonly definition: string;
}

const plain = {
  smallestRange: 0,
  firstRank: 1,
  wekaNeighbours: false,
  ownNeighbour: false,
  invertedPrior: false,
  fixedDivisor: false,
  sumOverSamples: false,
} as const;

type Settled = Partial<Pick<RelieffOptions, "sigma" | "distance" | "scaling" | "prior">>;

/** What each tool leaves no choice in, what it does in its own way, and who says so. */
const tools: Readonly<
  Record<NonNullable<RelieffOptions["compat"]>, { settled: Settled; own: Partial<Rules>; as: string }>
> = {
  weka: {
    settled: { distance: "manhattan", scaling: "range", prior: "empirical" },
    own: { smallestRange: 1e-6, firstRank: 0, wekaNeighbours: true },
    as: "ReliefF as Weka's ReliefFAttributeEval computes it",
  },
  matlab: {
    settled: { distance: "manhattan", scaling: "range" },
    own: {},
    as: "ReliefF as the documentation of MATLAB's relieff defines it",
  },
  "scikit-feature": {
    settled: { distance: "manhattan", scaling: "none", prior: "empirical", sigma: null },
    own: { ownNeighbour: true, invertedPrior: true, fixedDivisor: true, sumOverSamples: true },
    as: "ReliefF as scikit-feature computes it",
  },
};

/** The rules that follow from the options. An option that the tool to be compatible with does not leave open is refused. */
export function rulesOf(options: RelieffOptions): Rules {
  const tool = options.compat === null ? null : tools[options.compat];
  for (const [name, value] of Object.entries(tool?.settled ?? {})) {
    const given = options[name as keyof Settled];
    if (given !== relieffOptions[name as keyof Settled].default && given !== value)
      throw new InputError(
        "options-conflict",
        `${optionName(name)} ${given} was given, and ${optionName("compat")} ${options.compat} means ${value ?? `no ${name}`}; leave out one of them`,
      );
  }
  const { neighbours, sigma, distance, scaling, prior } = { ...options, ...tool?.settled };
  const rules = { ...plain, ...tool?.own, neighbours, sigma, distance, scaling, prior };
  return {
    ...rules,
    definition: `${tool?.as ?? "ReliefF (Robnik-Šikonja and Kononenko 2003)"}: ${describe(rules)}`,
  };
}

function describe({
  neighbours,
  sigma,
  distance,
  scaling,
  prior,
  firstRank,
  invertedPrior,
}: Omit<Rules, "definition">): string {
  const near = `the nearest ${neighbours} of each class by ${distance === "manhattan" ? "Manhattan" : "Euclidean"} distance`;
  const scale = scaling === "range" ? "features divided by their range" : "features as they are";
  const share = prior === "empirical" ? "P(C)/(1 − P(own class))" : "1/(number of classes − 1)";
  const misses = invertedPrior ? `divided by ${share}` : `weighted by ${share}`;
  const ranks =
    sigma === null ? "" : `, neighbours weighted by exp(−(rank/${sigma})²) with ranks from ${firstRank}`;
  return `${near}, ${scale}, misses ${misses}${ranks}`;
}
