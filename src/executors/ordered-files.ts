import { createHash } from "node:crypto";
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
import type { Order, OrderedFile } from "./order.js";

/** A file of a plan as the user named it. */
export interface GivenFile {
  /** A path, an address, `-`, or the name of bundled data. */
  readonly path: string;
  /** The file with its labels. */
  readonly labels?: string;
}

/** So much of a file is read at a time. */
const pieceSize = 4 * 2 ** 20;

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

async function hashOf(source: ByteSource): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < source.size; at += pieceSize)
    hash.update(await source.read(at, Math.min(source.size, at + pieceSize)));
  return hash.digest("hex");
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

/** Opens a file of an order and checks that its content is the one that the order was made with. */
async function openOrdered(file: OrderedFile, places: DataPlaces, signal?: AbortSignal): Promise<FileSource> {
  const { path, name, sha256, size } = file;
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
    const source = { ...bytesSource(bytes, name), close: async () => {} };
    await requireContent(source, name, sha256, size);
    return source;
  }
  const place = isWebAddress(path) ? path : await findFile(path, places);
  const source = await fileSource(place, signal);
  try {
    await requireContent(source, isWebAddress(path) ? publicAddress(path) : place, sha256, size);
    return { ...source, name };
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function requireContent(source: ByteSource, file: string, sha256: string, size: number): Promise<void> {
  const found = source.size === size ? await hashOf(source) : null;
  if (found === sha256) return;
  const differs =
    found === null
      ? `${source.size} bytes in place of ${size}`
      : `SHA-256 ${found.slice(0, 12)}… in place of ${sha256.slice(0, 12)}…`;
  throw new InputError(
    "data-mismatch",
    `this is not the file that the work was planned with (${differs}); bring the same file here, or plan again`,
    { facts: { file } },
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
