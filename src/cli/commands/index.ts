import type { CommandEntry } from "../command.js";

/** All commands, in the order of the help page. Each is loaded when it is asked for. */
export const commands: readonly CommandEntry[] = [
  {
    name: "select",
    summary: "ranks the features of a file by how well they tell the classes apart, and picks the best",
    positional: "FILE",
    load: async () => (await import("./select.js")).select,
  },
  {
    name: "apply",
    summary: "takes the features that a recipe picked from new files, after checking names and scale",
    positional: "RECIPE FILE…",
    load: async () => (await import("./apply.js")).apply,
  },
  {
    name: "predict",
    summary: "predicts the classes of new files by the model that a recipe holds",
    positional: "RECIPE FILE…",
    load: async () => (await import("./predict.js")).predict,
  },
  {
    name: "repeat",
    summary: "runs the selection of a recipe again and checks that data and ranking are the same",
    positional: "RECIPE FILE",
    load: async () => (await import("./repeat.js")).repeat,
  },
  {
    name: "compare",
    summary:
      "methods side by side: what their selections predict, how redundant and stable they are, and their time",
    positional: "FILE…",
    load: async () => (await import("./compare.js")).compare,
  },
  {
    name: "tune",
    summary: "chooses how many features and which options of a method, inside training folds, with reasons",
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
      "fits Discriminative Feature Selection over a whole grid of gamma and p, each fit starting from its neighbour",
    positional: "FILE",
    load: async () => (await import("./path.js")).path,
  },
  {
    name: "reproduce",
    summary:
      "runs the paper's experiments on its data files, beside its printed figures and the nested protocol",
    positional: "DIR",
    load: async () => (await import("./reproduce.js")).reproduce,
  },
  {
    name: "doctor",
    summary: "says what is in a file and what to watch for before a run, with estimates of time and memory",
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
    summary: "opens the studio: feature selection in the browser, on this machine, with nothing uploaded",
    positional: "",
    load: async () => (await import("./studio.js")).studio,
  },
  {
    name: "demo",
    summary: "selects features of bundled real data and writes a report to look at in a browser",
    positional: "",
    load: async () => (await import("./demo.js")).demo,
  },
];
