import type { Measured, Picked, Plan, Reading, Source } from "../messages.js";

/** What survives a reload. */
export interface Work {
  readonly source: Source;
  readonly reading: Reading;
  readonly plan: Plan | null;
  readonly picked: Picked | null;
  readonly measured: Measured | null;
  readonly cut: number | null;
  readonly step: string;
}

const [database, table, key] = ["salience-studio", "work", "current"];

/** Keeps the work in the browser's own database, on this computer. */
export const saveWork = (work: Work): Promise<unknown> => inTable("readwrite", (all) => all.put(work, key));

/** The work of last time, or null. */
export const loadWork = async (): Promise<Work | null> =>
  ((await inTable("readonly", (all) => all.get(key))) as Work | undefined) ?? null;

/** Removes what was kept. */
export const forgetWork = (): Promise<unknown> => inTable("readwrite", (all) => all.delete(key));

async function inTable(mode: IDBTransactionMode, act: (all: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const open = indexedDB.open(database, 1);
  open.onupgradeneeded = () => open.result.createObjectStore(table);
  const opened = (await settled(open)) as IDBDatabase;
  try {
    return await settled(act(opened.transaction(table, mode).objectStore(table)));
  } finally {
    opened.close();
  }
}

const settled = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
