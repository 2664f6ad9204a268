/** The data sets of the paper, by the names of their files. */
export const datasetNames = ["COIL20", "ORL", "USPS", "COLON", "LUNG", "ISOLET"] as const;

/** One of them. */
export type DatasetName = (typeof datasetNames)[number];

/** The methods of the paper's tables, by the names there. */
export const paperLabels = ["BAHSIC", "LS", "mRMR", "RF", "TR", "DFS"] as const;

/** One of them. */
export type PaperLabel = (typeof paperLabels)[number];

/** The numbers of features of the paper's tables. */
export const tableKs: readonly number[] = [20, 40, 60, 80];

/** Table I: what the paper says of its data. */
export const paperDatasets: Readonly<Record<DatasetName, PaperDataset>> = {
  COIL20: { called: "COIL20", rows: 1440, features: 1024, classes: 20, kind: "images of objects" },
  ORL: { called: "ORL", rows: 400, features: 1024, classes: 40, kind: "images of faces" },
  USPS: { called: "USPS", rows: 730, features: 256, classes: 10, kind: "images of handwritten digits" },
  COLON: { called: "COLON", rows: 62, features: 2000, classes: 2, kind: "gene expression" },
  LUNG: { called: "LUNG", rows: 203, features: 3312, classes: 5, kind: "gene expression" },
  ISOLET: { called: "ISOLET5", rows: 1559, features: 617, classes: 26, kind: "spoken letters" },
};

/** A row of Table I. */
export interface PaperDataset {
  /** Its name in the paper. */
  readonly called: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: number;
  readonly kind: string;
}

type Row = Readonly<Record<PaperLabel, readonly [number, number, number, number]>>;

/** Tables II and III: accuracy in percent for the top 20, 40, 60 and 80 features. */
export const paperAccuracy: Readonly<Record<DatasetName, Row>> = {
  COIL20: {
    BAHSIC: [46.81, 64.44, 77.57, 84.79],
    LS: [75.56, 85.14, 87.99, 90.56],
    mRMR: [76.04, 89.1, 91.46, 94.58],
    RF: [65.21, 72.5, 78.4, 83.75],
    TR: [75.76, 86.04, 90.07, 93.61],
    DFS: [93.54, 97.5, 98.33, 98.75],
  },
  ORL: {
    BAHSIC: [63, 76.25, 80, 81.25],
    LS: [82.5, 89.75, 92.75, 95.75],
    mRMR: [76.5, 80.25, 82.5, 84],
    RF: [76, 87.5, 91.5, 92.5],
    TR: [70.75, 88.5, 91.5, 93.25],
    DFS: [88, 94.5, 96.25, 94.75],
  },
  USPS: {
    BAHSIC: [62, 74, 74, 78],
    LS: [69.32, 78.63, 83.7, 86.71],
    mRMR: [75.89, 80.55, 85.34, 88.08],
    RF: [71.37, 78.08, 84.38, 86.58],
    TR: [70.55, 80.68, 85.21, 87.4],
    DFS: [77.81, 86.58, 91.1, 91.1],
  },
  COLON: {
    BAHSIC: [79.03, 75.81, 82.26, 83.87],
    LS: [83.87, 77.42, 87.1, 87.1],
    mRMR: [80.65, 80.65, 90.32, 85.48],
    RF: [82.26, 75.81, 80.65, 85.48],
    TR: [79.03, 75.81, 82.26, 82.26],
    DFS: [93.55, 100, 98.39, 100],
  },
  LUNG: {
    BAHSIC: [87.19, 94.58, 94.09, 94.09],
    LS: [91.63, 94.58, 94.58, 94.09],
    mRMR: [93.6, 94.09, 95.07, 95.57],
    RF: [88.67, 95.07, 93.6, 96.06],
    TR: [82.27, 90.15, 90.64, 91.63],
    DFS: [97.04, 97.54, 97.04, 97.04],
  },
  ISOLET: {
    BAHSIC: [50.61, 56.19, 63.69, 66.58],
    LS: [60.04, 71.52, 80.69, 81.14],
    mRMR: [75.18, 79.47, 81.21, 84.03],
    RF: [57.6, 67.09, 77.74, 83.26],
    TR: [60.04, 71.52, 80.69, 81.14],
    DFS: [75.63, 87.49, 89.54, 91.08],
  },
};

/** The last lines of Tables II and III: means over the six data sets, as printed. */
export const paperAverages: Row = {
  BAHSIC: [64.77, 73.55, 78.6, 81.43],
  LS: [77.15, 82.84, 87.8, 89.23],
  mRMR: [79.64, 84.02, 87.65, 88.62],
  RF: [73.52, 79.34, 84.38, 87.94],
  TR: [73.07, 82.12, 86.73, 88.22],
  DFS: [87.6, 93.94, 95.11, 95.45],
};

/** Table IV: seconds of a selection, in MATLAB on a laptop with four processors of 2.27 GHz. */
export const paperSeconds: Readonly<Partial<Record<DatasetName, Readonly<Record<PaperLabel, number>>>>> = {
  COIL20: { BAHSIC: 1135.93, LS: 0.41, mRMR: 7.25, RF: 51.42, TR: 1.23, DFS: 96.56 },
  ISOLET: { BAHSIC: 639.01, LS: 0.35, mRMR: 6.78, RF: 38.81, TR: 0.85, DFS: 63.82 },
};

/** What the paper printed for a method at one k, as a fraction; null where it printed nothing. */
export function printedAccuracy(dataset: DatasetName, label: string, k: number): number | null {
  const percent = paperAccuracy[dataset][label as PaperLabel]?.[tableKs.indexOf(k)];
  return percent === undefined ? null : percent / 100;
}
