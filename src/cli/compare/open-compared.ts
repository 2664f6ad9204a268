import {
  type ComparePlan,
  completeOptions,
  type DataSize,
  type Dataset,
  defaultMethod,
  findSelector,
  InputError,
  openReader,
  RowSource,
  requireMoments,
  sampleRemedy,
  sizeInMemory,
  testReading,
  workingBytes,
} from "../../internal.js";
import { fileIdentity } from "../../node/file-identity.js";
import { isOnDisk } from "../../node/file-source.js";
import { openFile } from "../../node/read-dataset.js";
import { elsewhereFlags } from "../flags/elsewhere-flags.js";
import { readOptions } from "../flags/shared-flags.js";
import { isStreamed, openData, openDataset } from "../input/open-data.js";
import { type CompareInvocation, isAll } from "./compare-flags.js";

/** The files of a comparison: in memory, the test file last, or a training and a test file to be read in blocks of rows. */
export type OpenedFiles =
  | { readonly datasets: readonly Dataset[] }
  | { readonly train: RowSource; readonly test: RowSource; close(): Promise<void> };

/** Opens the files of a comparison; with a test file in blocks of rows, where that is asked for or where they do not fit. */
export async function openCompared(invocation: CompareInvocation, plan: ComparePlan): Promise<OpenedFiles> {
  const file = invocation.flags.test;
  if (file === undefined) return { datasets: await readAll(invocation) };
  await requireOther(invocation, file);
  const { data, close } = await openTrain(invocation, plan, file);
  if (!isStreamed(data)) return { datasets: [data, await readTest(invocation, data, file)] };
  try {
    const opened = await openTest(invocation, data, file);
    return {
      train: data,
      test: opened.test,
      close: async () => {
        await close();
        await opened.close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The methods that can rank features from rows in blocks, and the others. */
export function streamedMethods(plan: ComparePlan, source: Pick<RowSource, "name" | "size">) {
  const able = plan.select.methods.filter((one) => {
    try {
      requireStreamed(one, source);
      return true;
    } catch (error) {
      if (error instanceof InputError) return false;
      throw error;
    }
  });
  return { able, left: plan.select.methods.filter((one) => !able.includes(one)) };
}

function requireStreamed(
  { method = defaultMethod, options = {} }: ComparePlan["select"]["methods"][number],
  source: Pick<RowSource, "name" | "size">,
): void {
  const selector = findSelector(method);
  requireMoments(selector, completeOptions(selector.name, selector.options, options), source, "methods");
}

async function openTrain(invocation: CompareInvocation, plan: ComparePlan, test: string) {
  const { flags, engine } = invocation;
  const { methods } = plan.select;
  const elsewhere = Object.keys(elsewhereFlags).find(
    (name) => flags[name as keyof typeof elsewhereFlags] !== undefined,
  );
  // Whoever ends the command of a run elsewhere must come to the same tasks.
  if (engine || (elsewhere !== undefined && flags.stream !== true))
    return openData(invocation, { shared: true });
  const held = await sizeOf(invocation, test);
  return openData(invocation, {
    shared: true,
    // The test rows, both files put together, and what the method works with.
    working: ({ rows, columns: features, bytes }) =>
      bytes +
      2 * (held?.bytes ?? 0) +
      Math.max(
        ...methods.map(({ method = defaultMethod, options = {} }) =>
          workingBytes(method, options, { rows, features }),
        ),
      ),
    mayStream: (source) => {
      if (elsewhere !== undefined)
        throw new InputError(
          "command-line",
          `rows are read in blocks by one machine alone; leave out --${elsewhere}, or --stream`,
          { remedies: [sampleRemedy] },
        );
      if (!isAll(flags.methods)) for (const one of methods) requireStreamed(one, source);
    },
  });
}

/** How large a file is in memory, where it can be told without reading it. */
async function sizeOf({ flags, signal }: CompareInvocation, file: string): Promise<DataSize | null> {
  if (!isOnDisk(file)) return null;
  const { source, readOptions: reading, close } = await openFile(file, { ...readOptions(flags), signal });
  try {
    const { reader, plain } = await openReader(source, reading);
    return await sizeInMemory(reader, plain, reading);
  } finally {
    await close();
  }
}

/** The rows of the test file, with the target of the data where that was found and not named. */
async function openTest({ flags, signal }: CompareInvocation, train: RowSource, file: string) {
  const options = readOptions(flags);
  const {
    source,
    readOptions: reading,
    close,
  } = await openFile(file, {
    ...options,
    ...(train.guessedTarget !== null && { target: train.guessedTarget }),
    signal,
  });
  try {
    const { plain } = await openReader(source, reading);
    const test = await RowSource.open(plain, { ...reading, lookForLeaks: false });
    requireNames(options.labels, train.labelsByPlace || test.labelsByPlace, train.name, file);
    return { test, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readAll(invocation: CompareInvocation): Promise<Dataset[]> {
  const datasets: Dataset[] = [];
  for (const file of invocation.files) datasets.push(await openDataset({ ...invocation, file }));
  const [first, ...others] = datasets;
  const odd = others.find(({ labelName }) => labelName !== first.labelName);
  if (odd && readOptions(invocation.flags).target === undefined)
    throw new InputError(
      "command-line",
      `the target of ${first.source.name} is "${first.labelName}", but that of ${odd.source.name} is "${odd.labelName}"; name one with --target`,
    );
  return datasets;
}

/** The test file, with the features of the data. */
async function readTest(invocation: CompareInvocation, data: Dataset, file: string): Promise<Dataset> {
  const { labels } = readOptions(invocation.flags);
  // Whether blocks are read was settled for both files.
  const flags = { ...invocation.flags, stream: undefined };
  const test = await openDataset({ ...invocation, flags, file }, testReading(data));
  requireNames(labels, !(data.rowIds && test.rowIds), data.source.name, file);
  return test;
}

/** Refuses one file of labels for two files, where their order alone would say which row a label is of. */
function requireNames(labels: unknown, isByPlace: boolean, train: string, file: string): void {
  if (labels === undefined || !isByPlace) return;
  throw new InputError(
    "command-line",
    `--labels can serve both ${train} and ${file} only if they have row ids; name their column with --id-column`,
  );
}

/** Refuses a test file that is the training file. */
async function requireOther({ files }: CompareInvocation, file: string): Promise<void> {
  if (await isSameFile(file, files[0]))
    throw new InputError(
      "command-line",
      `${file} is both the data and the test file; test on rows that were not used for training`,
    );
}

/** Whether two paths lead to the same file; paths that do not exist are left to the reader. */
async function isSameFile(...paths: readonly [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(paths.map((path) => fileIdentity(path).catch(() => null)));
  return one !== null && one === other;
}
