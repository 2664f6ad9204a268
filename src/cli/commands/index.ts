import type { CommandEntry } from "../command.js";

/** All commands, in the order of the help page. Each is loaded when needed. */
export const commands: readonly CommandEntry[] = [
  {
    name: "select",
    summary: "ranks the features of a file by how well they separate the classes, and selects the best",
    positional: "FILE",
    load: async () => (await import("./select.js")).select,
  },
  {
    name: "apply",
    summary: "takes the features of a recipe from new files, after checking their names and scale",
    positional: "RECIPE FILE…",
    load: async () => (await import("./apply.js")).apply,
  },
  {
    name: "predict",
    summary: "predicts the classes of new files with the model in a recipe",
    positional: "RECIPE FILE…",
    load: async () => (await import("./predict.js")).predict,
  },
  {
    name: "export",
    summary:
      "writes a recipe as JavaScript, Python, R, SQL or ONNX that fills, encodes, scales, selects and predicts",
    positional: "RECIPE",
    load: async () => (await import("./export.js")).exportRecipe,
  },
  {
    name: "repeat",
    summary: "repeats the selection of a recipe and checks that data and ranking are the same",
    positional: "RECIPE FILE",
    load: async () => (await import("./repeat.js")).repeat,
  },
  {
    name: "compare",
    summary: "compares methods: accuracy of their selections, redundancy, stability and time",
    positional: "FILE…",
    load: async () => (await import("./compare.js")).compare,
  },
  {
    name: "tune",
    summary: "chooses the number of features and a method's options by cross-validation, and says why",
    positional: "FILE",
    load: async () => (await import("./tune.js")).tune,
  },
  {
    name: "stability",
    summary:
      "stability selection: how often a method selects each feature on random halves of the rows, with an error bound",
    positional: "FILE",
    load: async () => (await import("./stability.js")).stability,
  },
  {
    name: "path",
    summary:
      "fits Discriminative Feature Selection over a grid of gamma and p, each fit starting from its neighbour",
    positional: "FILE",
    load: async () => (await import("./path.js")).path,
  },
  {
    name: "reproduce",
    summary:
      "repeats the paper's experiments on its data, and compares with its printed figures and the nested protocol",
    positional: "DIR",
    load: async () => (await import("./reproduce.js")).reproduce,
  },
  {
    name: "worker",
    summary: "does tasks of a cluster on Redis until it is stopped (--cluster)",
    positional: "URL",
    load: async () => (await import("./worker.js")).worker,
  },
  {
    name: "work",
    summary: "does one shard of a run that was planned for several machines (--shards)",
    positional: "RUN",
    load: async () => (await import("./work.js")).work,
  },
  {
    name: "gather",
    summary: "ends the command that planned a run, with the results of its shards; says which are missing",
    positional: "RUN",
    load: async () => (await import("./gather.js")).gather,
  },
  {
    name: "doctor",
    summary: "describes a file and lists problems to fix before a run, with estimates of time and memory",
    positional: "FILE",
    load: async () => (await import("./doctor.js")).doctor,
  },
  {
    name: "check",
    summary: "runs the contract of methods and classifiers on a plug-in, check by check",
    positional: "FILE",
    load: async () => (await import("./check.js")).check,
  },
  {
    name: "studio",
    summary: "opens the studio: feature selection in the browser; your data stays on this computer",
    positional: "",
    load: async () => (await import("./studio.js")).studio,
  },
  {
    name: "demo",
    summary: "selects features of a bundled data set and writes a report to open in a browser",
    positional: "",
    load: async () => (await import("./demo.js")).demo,
  },
];
