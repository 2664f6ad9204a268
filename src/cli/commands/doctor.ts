import {
  createKernels,
  type Dataset,
  type Examination,
  examine,
  Matrix,
  type Survey,
  selectors,
  surveyFile,
  version,
} from "../../index.js";
import { openFile } from "../../node.js";
import type { Command, Invocation } from "../command.js";
import { writeJson } from "../json.js";
import { describeDataset, openBundled } from "../open-dataset.js";
import { readFlags, readOptions, talkFlags } from "../shared-flags.js";
import { seconds, type Terminal } from "../terminal.js";

/** `salience doctor`: what is in a file, and what to watch for before a run. */
export const doctor: Command = {
  name: "doctor",
  summary: "says what is in a file and what to watch for before a run, with estimates of time and memory",
  positional: "FILE",
  examples: [
    "salience doctor data.csv",
    "salience doctor data.csv --target class",
    "salience doctor bundled:digits --json -",
  ],
  flags: () => ({ Reading: readFlags, Talking: talkFlags }),
  run,
};

async function run(invocation: Invocation): Promise<void> {
  const { file, flags, terminal, signal } = invocation;
  const survey = await surveyWithProgress(invocation);
  if (flags.verbose) terminal.note(`examining ${file}`);
  const examination = await examine(survey.data, {
    onProgress: terminal.progress(`examining ${file}`),
    signal,
  });
  terminal.clearBar();
  const estimates = await estimate(survey.data);
  if (flags.json !== undefined) {
    const { data, ...rest } = survey;
    const target = data.labels ? { name: data.labelName, guessed: survey.guessed } : null;
    const json = {
      schema: "salience/examination@1",
      source: { name: data.source.name, format: data.source.format, transforms: data.source.transforms },
      target,
      columns: rest.columns,
      leftOut: rest.leftOut,
      ...examination,
      estimates,
      version,
    };
    await writeJson(flags.json as string, json, terminal);
  }
  print(file, survey, examination, terminal);
  terminal.print();
  terminal.print("Estimates on this machine:");
  for (const { method, title, seconds: time, megabytes } of estimates)
    terminal.print(`  ${method.padEnd(12)} ${title}: ${seconds(time)}, ${Math.ceil(megabytes)} MB`);
}

async function surveyWithProgress({ file, flags, terminal, signal }: Invocation): Promise<Survey> {
  const bundled = await openBundled(file, flags);
  if (bundled) return { data: bundled, columns: null, guessed: null, leftOut: [] };
  const { source, readOptions: options, close } = await openFile(file, readOptions(flags));
  try {
    return await surveyFile(source, { ...options, onProgress: terminal.progress(`reading ${file}`), signal });
  } finally {
    terminal.clearBar();
    await close();
  }
}

function print(file: string, survey: Survey, examination: Examination, terminal: Terminal): void {
  const { data, columns, guessed, leftOut } = survey;
  terminal.print(terminal.bold(file) + terminal.dim(`  ${data.source.format}`));
  terminal.print(`  ${describeDataset(data)}`);
  if (data.labels) {
    const why = guessed ? `, a guess: ${guessed}; say --target to be sure` : "";
    terminal.print(`  target "${data.labelName}"${why}`);
  }
  if (columns)
    terminal.print(
      `  columns: ${columns.number} of numbers, ${columns.nominal} of declared words, ${columns.text} of text`,
    );
  if (leftOut.length > 0)
    terminal.print(
      `  not numbers, so not features: ${leftOut.slice(0, 8).join(", ")}${leftOut.length > 8 ? ", …" : ""}`,
    );
  if (examination.sparse) terminal.print(`  stored sparse, ${(100 * examination.zeros).toFixed(1)} % zeros`);
  if (examination.spread)
    terminal.print(
      `  standard deviations from ${brief(examination.spread.smallest)} to ${brief(examination.spread.largest)}`,
    );
  terminal.print();
  if (examination.findings.length === 0) terminal.print("Nothing to watch for.");
  const colours = { problem: terminal.red, warning: terminal.yellow, note: terminal.dim };
  for (const { level, text, advice } of examination.findings)
    terminal.print(`${colours[level](level.padEnd(8))} ${text}${advice ? `: ${advice}` : ""}`);
}

interface Estimate {
  readonly method: string;
  readonly title: string;
  readonly seconds: number;
  readonly megabytes: number;
}

/** From each method's own count of operations and the rates measured here and now. */
async function estimate(data: Dataset): Promise<Estimate[]> {
  const { rows, features, labels } = data;
  const shape = { rows, features, classes: labels?.classes.length ?? 2 };
  const rates = await measureRates();
  return Object.values(selectors).map(({ name, title, cost }) => {
    const { scalar, matrix, bytes } = cost(shape);
    return {
      method: name,
      title,
      seconds: scalar / rates.scalar + matrix / rates.matrix,
      megabytes: (bytes + storedBytes(data)) / 1e6,
    };
  });
}

/** What the data itself takes: sparse data is held twice while a method runs, by rows and by columns. */
function storedBytes({ values }: Dataset): number {
  if (values instanceof Matrix) return 8 * values.rows * values.columns;
  const perEntry = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT;
  return 2 * perEntry * values.values.length;
}

/** Operations per second of plain loops and of matrix multiplication, in a few hundredths of a second. */
async function measureRates(): Promise<{ scalar: number; matrix: number }> {
  const n = 192;
  const kernels = await createKernels();
  const work = kernels.workspace();
  const [a, b, c] = [work.matrix(n, n), work.matrix(n, n), work.matrix(n, n)];
  const matrix = (2 * n * n * n) / (await bestTime(() => kernels.gemm(1, a, b, 0, c)));
  await kernels.dispose();
  const values = Matrix.zeros(n, n);
  let sum = 0;
  const scalar =
    (2 * n * n) /
    (await bestTime(() => {
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += values.get(i, j) * sum;
    }));
  return { scalar, matrix };
}

async function bestTime(work: () => void): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 12; round++) {
    const started = performance.now();
    work();
    best = Math.min(best, Math.max(1e-3, performance.now() - started) / 1000);
  }
  return best;
}

const brief = (x: number) => String(Number(x.toPrecision(3)));
