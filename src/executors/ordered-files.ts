import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { InputError } from "../core/input-error.js";
import { bundledData, isBundled } from "../data/bundled/index.js";
import { type ByteSource, bytesSource } from "../data/byte-source.js";
import type { Dataset } from "../data/dataset.js";
import { parseDataset } from "../data/parse-dataset.js";
import { testReading } from "../data/test-reading.js";
import { isWebAddress, publicAddress } from "../data/web-source.js";
import { type FileSource, fileSource, isOnDisk } from "../node/file-source.js";
import { dataFiles, isPattern } from "../node/read-dataset.js";
import { movedToShared } from "../node/shared-dataset.js";
import { CheckedSource, differs, hashOf, piecesOf } from "./checked-source.js";
import type { Order, OrderedFile } from "./order.js";

/** A file of a plan as the user named it. */
export interface GivenFile {
  /** A path, an address, `-`, or the name of bundled data. */
  readonly path: string;
  /** The file with its labels. */
  readonly labels?: string;
}

/** What is read for a file that the user named, each part with its size and hash; nothing for bundled data. */
export async function orderFile({ path, labels }: GivenFile, signal?: AbortSignal): Promise<OrderedFile[]> {
  if (isBundled(path)) return [];
  if (await isPattern(path))
    throw new InputError(
      "not-possible",
      "several files cannot be read as one on other machines; join them to one file",
      {
        facts: { file: path },
      },
    );
  const [data, ...companions] = isOnDisk(path) ? await dataFiles(path) : [path];
  return [
    await describeFile("data", data, signal),
    ...(await Promise.all(companions.map((file) => describeFile("companion", file, signal)))),
    ...(labels === undefined ? [] : [await describeFile("labels", labels, signal)]),
  ];
}

/** Refuses what other machines cannot read in parts. */
export function requireOnDisk({ path, labels }: GivenFile): void {
  const odd = [path, labels].find((one) => one !== undefined && !isOnDisk(one));
  if (odd === undefined) return;
  throw new InputError(
    "not-possible",
    "other machines read rows in blocks only from files that they see; write the data to such a file, and name it",
    { facts: { file: odd } },
  );
}

/**
 * The same of files whose rows are read in blocks, which may be several as one. They have hashes piece by piece, since another
 * machine reads no more of them than it needs.
 */
export async function orderRowFiles(
  { path, labels }: GivenFile,
  onProgress: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<OrderedFile[]> {
  const named = [
    ...(await dataFiles(path)).map((file) => ["data", file] as const),
    ...(labels === undefined ? [] : [["labels", labels] as const]),
  ];
  const files: OrderedFile[] = [];
  for (const [at, [role, file]] of named.entries()) {
    const source = await fileSource(file, signal);
    try {
      const { name, size } = source;
      const told = (bytes: number) => {
        signal?.throwIfAborted();
        onProgress((at + bytes / size) / named.length);
      };
      files.push({ role, name, path: await realpath(file), size, ...(await piecesOf(source, told)) });
    } finally {
      await source.close();
    }
  }
  return files;
}

async function describeFile(
  role: OrderedFile["role"],
  path: string,
  signal?: AbortSignal,
): Promise<OrderedFile> {
  const source = await fileSource(path, signal);
  try {
    const { name, size } = source;
    const whole = isOnDisk(path) ? await realpath(path) : path === "-" ? null : path;
    return { role, name, path: whole, size, sha256: await hashOf(source) };
  } finally {
    await source.close();
  }
}

/** All bytes of a file that the user named. */
export async function contentOf(path: string): Promise<Uint8Array> {
  const source = await fileSource(path);
  try {
    return await source.read(0, source.size);
  } finally {
    await source.close();
  }
}

/** Where a machine finds the files of an order. */
export interface DataPlaces {
  /** The only folder that may be read; null where no file may be. */
  readonly folder: string | null;
  /** Paths are used as they are: the order is the user's own. */
  readonly anywhere?: boolean;
  /** The content that was sent with the order, by its hash. */
  sent?(sha256: string): Promise<Uint8Array | null>;
}

/** The data of an order, in its plan's order. Every file is checked against its hash before it is used. */
export async function readOrdered(
  { plan, files }: Order,
  places: DataPlaces,
  signal?: AbortSignal,
): Promise<Dataset[]> {
  const datasets: Dataset[] = [];
  for (const [at, { source, reading, role }] of plan.data.entries()) {
    if (isBundled(source)) {
      if (!Object.hasOwn(bundledData, source))
        throw new InputError("unknown-name", `there is no bundled data called ${source}`);
      datasets.push(await bundledData[source]());
      continue;
    }
    const opened: FileSource[] = [];
    try {
      for (const file of files[at]) opened.push(await openOrdered(file, places, signal));
      const of = (wanted: OrderedFile["role"]) => opened.filter((_, i) => files[at][i].role === wanted);
      const [data] = of("data");
      if (!data) throw new InputError("unreadable-json", `the order names no file for ${source}`);
      const { labels: _, ...rest } = reading ?? {};
      const read = await parseDataset(data, {
        ...rest,
        ...(role === "test" && testReading(datasets[0])),
        companions: of("companion"),
        labels: of("labels")[0],
        // The machine that planned the work has said what there is to say.
        lookForLeaks: false,
        signal,
      });
      datasets.push(movedToShared(read));
    } finally {
      await Promise.all(opened.map((one) => one.close()));
    }
  }
  return datasets;
}

/** A file of an order that is opened, and checked piece by piece, when it is read. */
export const checkedSource = (file: OrderedFile, places: DataPlaces, signal?: AbortSignal): CheckedSource =>
  new CheckedSource(file, () => openPlace(file, places, signal));

/** Opens a file of an order and checks that its content is the one that the order was made with. */
async function openOrdered(file: OrderedFile, places: DataPlaces, signal?: AbortSignal): Promise<FileSource> {
  const { source, shown } = await openPlace(file, places, signal);
  try {
    await requireContent(source, shown, file.sha256, file.size);
    return { ...source, name: file.name };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Finds a file of an order on this machine, or what was sent of it, and how it is called in messages. */
async function openPlace(
  { path, name, sha256 }: OrderedFile,
  places: DataPlaces,
  signal?: AbortSignal,
): Promise<{ readonly source: FileSource; readonly shown: string }> {
  if (path === null) {
    const bytes = await places.sent?.(sha256);
    if (!bytes)
      throw new InputError(
        "file-access",
        "its content is no longer with the order; start the command again",
        {
          facts: { file: name },
        },
      );
    return { source: { ...bytesSource(bytes, name), close: async () => {} }, shown: name };
  }
  const place = isWebAddress(path) ? path : await findFile(path, places);
  return { source: await fileSource(place, signal), shown: isWebAddress(path) ? publicAddress(path) : place };
}

async function requireContent(source: ByteSource, file: string, sha256: string, size: number): Promise<void> {
  const found = source.size === size ? await hashOf(source) : null;
  if (found === sha256) return;
  throw differs(
    file,
    found === null
      ? `${source.size} bytes in place of ${size}`
      : `SHA-256 ${found.slice(0, 12)}… in place of ${sha256.slice(0, 12)}…`,
  );
}

/**
 * The file on this machine: the path itself, or in the data folder the longest end of the path that is there, since the
 * folder may be mounted elsewhere. Nothing outside the folder is opened, not by links either.
 */
async function findFile(path: string, { folder, anywhere }: DataPlaces): Promise<string> {
  if (anywhere && folder === null) return path;
  if (folder === null)
    throw new InputError("file-access", "there is no data folder here, so no file is opened", {
      facts: { file: path },
      remedies: [{ action: "name the folder that has it", option: "data" }],
    });
  const root = await realpath(resolve(folder)).catch(() => {
    throw new InputError("file-access", "there is no such data folder", { facts: { file: folder } });
  });
  const parts = resolve(path).split(sep).filter(Boolean);
  const candidates = [resolve(path), ...parts.map((_, from) => join(root, ...parts.slice(from)))];
  let refused = false;
  for (const candidate of candidates) {
    const real = await realpath(candidate).catch(() => null);
    if (real === null) continue;
    if (!isInside(root, real)) refused = true;
    else if ((await stat(real)).isFile()) return real;
  }
  if (refused) throw outside(path, folder);
  throw new InputError("file-access", `it is not in the data folder ${folder}`, { facts: { file: path } });
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}

const outside = (path: string, folder: string) =>
  new InputError("file-access", `it lies outside the data folder ${folder}, so it is not opened`, {
    facts: { file: path },
  });
