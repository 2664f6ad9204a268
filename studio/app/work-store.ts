import type { Report, SelectPlan } from "salience/internal";
import type { Opening, PathGiven } from "../messages.js";
import type { KeptRun } from "./state.js";

/** What survives a reload, in parts, since some are large and seldom change. */
export interface Work {
  readonly opening: Opening;
  readonly plan: SelectPlan | null;
  readonly threads: number;
  readonly runs: readonly KeptRun[];
  readonly compared: Report | null;
  readonly path: PathGiven | null;
  readonly place: {
    readonly step: string;
    readonly shown: number | null;
    readonly pinned: readonly number[];
  };
}

/** The form of the database; work of an older form is forgotten. */
const [database, form, table] = ["salience-studio", 3, "work"] as const;

/** Keeps the work in the browser's own database, on this computer. */
export class WorkStore {
  private saved: Partial<Work> = {};

  /** Writes the parts that are not those written last. */
  async save(work: Work): Promise<void> {
    const changed = (Object.keys(work) as (keyof Work)[]).filter((part) => work[part] !== this.saved[part]);
    this.saved = work;
    await inTable("readwrite", (all) => changed.map((part) => all.put(work[part], part)));
  }

  /** The work of last time, or null. */
  async load(): Promise<Work | null> {
    const parts: (keyof Work)[] = ["opening", "plan", "threads", "runs", "compared", "path", "place"];
    const values = await inTable("readonly", (all) => parts.map((part) => all.get(part)));
    const work = Object.fromEntries(parts.map((part, at) => [part, values[at]])) as unknown as Work;
    return work.opening && work.place ? work : null;
  }

  /** Removes what was kept. */
  async forget(): Promise<void> {
    this.saved = {};
    await inTable("readwrite", (all) => [all.clear()]);
  }
}

async function inTable(
  mode: IDBTransactionMode,
  act: (all: IDBObjectStore) => readonly IDBRequest[],
): Promise<unknown[]> {
  const open = indexedDB.open(database, form);
  open.onupgradeneeded = () => {
    if (open.result.objectStoreNames.contains(table)) open.result.deleteObjectStore(table);
    open.result.createObjectStore(table);
  };
  const opened = (await settled(open)) as IDBDatabase;
  try {
    return await Promise.all(act(opened.transaction(table, mode).objectStore(table)).map(settled));
  } finally {
    opened.close();
  }
}

const settled = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
