import type { Effort } from "./effort.js";
import type { PaperLabel } from "./paper.js";

/** One line of the comparison: a method with the settings that it is tuned over. */
export interface Line {
  /** Unique: the paper's name, or the variant's. */
  readonly label: string;
  /** The registry's name. */
  readonly method: string;
  /** The method of the paper that it is a variant of; null for the paper's own and for methods that it does not have. */
  readonly variantOf: PaperLabel | null;
  readonly selectOn: "scaled" | "raw";
  /** The settings that are tried, the default first; the best one counts. */
  candidates(features: number): readonly Readonly<Record<string, unknown>>[];
  /** Whether the settings are values of γ alone, so that a warm path fits them all. */
  readonly byGamma?: boolean;
}

/** The six methods of the paper's tables, tuned as there. */
export function paperLines({ gammas, widths, neighbours }: Effort): Line[] {
  return [
    line("BAHSIC", "bahsic"),
    {
      ...line("LS", "laplacian"),
      candidates: (features) => [{}, ...widths.map((width) => ({ heatWidth: width * features }))],
    },
    line("mRMR", "mrmr"),
    { ...line("RF", "relieff"), candidates: () => neighbours.map((count) => ({ neighbours: count })) },
    line("TR", "trace-ratio"),
    { ...line("DFS", "dfs"), candidates: () => gammas.map((gamma) => ({ gamma })), byGamma: true },
  ];
}

/** Stronger settings of the same methods, and methods that the paper left out. */
export function variantLines(): Line[] {
  return [
    variant("BAHSIC, balanced labels", "bahsic", "BAHSIC", { labelKernel: "balanced" }),
    variant("BAHSIC, class numbers", "bahsic", "BAHSIC", { labelKernel: "class-number" }),
    variant("LS, neighbours inside classes", "laplacian", "LS", { graph: "class-neighbours" }),
    variant("LS, class graph", "laplacian", "LS", { graph: "class" }),
    variant("mRMR, MIQ", "mrmr", "mRMR", { scheme: "miq" }),
    variant("mRMR, FCQ", "mrmr", "mRMR", { scheme: "fcq" }),
    { ...variant("TR, raw data", "trace-ratio", "TR", {}), selectOn: "raw" },
    variant("MMC-RFE", "mmc-rfe", null, {}),
    variant("RFS", "rfs", null, {}),
    variant("DFS, target-k", "dfs", "DFS", {}),
  ];
}

/** Of these, the one that gets a whole curve beside the paper's methods. */
export const targetLabel = "DFS, target-k";

const line = (label: string, method: string): Line => ({
  label,
  method,
  variantOf: null,
  selectOn: "scaled",
  candidates: () => [{}],
});

const variant = (
  label: string,
  method: string,
  variantOf: PaperLabel | null,
  options: Readonly<Record<string, unknown>>,
): Line => ({ ...line(label, method), variantOf, candidates: () => [options] });
