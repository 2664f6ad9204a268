/**
 * DFS on COIL20 inside the studio's own worker in Chromium beside Node, with the same kernels and threads, taking turns in
 * one run: from data in memory to ranking, kernels made anew each time. Also what the page loads first, compressed, when
 * it shows, and how long it is blocked while its worker computes. Needs `npm run build`, Chromium and COIL20.mat of
 * SALIENCE_DATA or ../shared/data.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { findChromium } from "../scripts/ensure-chromium.mjs";
import { bestOf } from "./shared/best-of.mjs";
import { loadBuilt, paperFile } from "./shared/project.mjs";

/** @typedef {import("./run.mjs").Row} Row */
/** @typedef {typeof import("../src/node.js")} Salience */

const options = { gamma: 1, p: 1, alpha: 1e-3, maxIterations: 20, tolerance: 0 };
const k = 20;
const rounds = 4;
/** Chromium may take so many times as long as Node. */
const allowed = 1.3;
/** What the page loads first may have so many bytes compressed, and show after so many milliseconds. */
const [mostBytes, mostWait] = [500_000, 1500];
/** From this on a browser tells of tasks that block a page. */
const longTaskMilliseconds = 50;

/** @returns {Promise<Row[]>} */
export default async function bench() {
  /** @type {Salience} */
  const salience = await loadBuilt();
  const executablePath = findChromium();
  if (!executablePath) throw new Error("there is no Chromium; install it or set CHROMIUM");
  const file = paperFile("COIL20");
  const server = await salience.serveStudio({ port: 0 });
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
    ],
  });
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const paint = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
    );
    const bytes = firstBytes(
      await page.evaluate(() => performance.getEntriesByType("resource").map((e) => e.name)),
    );
    const blocked = await longestTask(page);
    await openInPage(page, file);
    const data = await salience.readDataset(file);
    /** @type {Row[]} */
    const rows = [];
    for (const threads of [1, 2]) {
      const best = await bestOf(rounds, {
        page: async () => selectInPage(page, threads),
        node: async () => {
          const start = performance.now();
          await salience.select(data, { method: "dfs", k, threads, ...options });
          return (performance.now() - start) / 1000;
        },
      });
      rows.push({
        name: `DFS on COIL20, ${threads} ${threads === 1 ? "thread" : "threads"}`,
        value: best.page,
        unit: "s",
        peer: "Node, same kernels",
        peerValue: best.node,
        ratio: best.node / best.page,
        target: 1 / allowed,
      });
    }
    rows.push(
      {
        name: "first load",
        value: bytes / 1000,
        unit: "kB",
        peer: "limit",
        peerValue: mostBytes / 1000,
        ratio: mostBytes / bytes,
        target: 1,
      },
      {
        name: "shown after",
        value: paint,
        unit: "ms",
        peer: "limit",
        peerValue: mostWait,
        ratio: mostWait / paint,
        target: 1,
      },
      {
        name: "blocked at most, during a run",
        value: blocked,
        unit: "ms",
        peer: "limit",
        peerValue: longTaskMilliseconds,
        ratio: longTaskMilliseconds / blocked,
        target: 1,
      },
    );
    return rows;
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * The longest task of the page's own thread in two seconds of a run; 50 ms where there was none so long.
 * @param {import("playwright-core").Page} page
 */
async function longestTask(page) {
  await page.getByRole("button", { name: /Planted answer/ }).click();
  await page.getByRole("button", { name: "Choose a method" }).click();
  await page.getByText("Options of Discriminative Feature Selection").click();
  await page.getByRole("combobox", { name: "elimination" }).selectOption("one-shot");
  await page.getByLabel("tolerance").fill("0");
  await page.getByLabel("maxIterations").fill("1000000000");
  await page.getByRole("button", { name: "Find the features" }).click();
  await page.getByText("In the lead").waitFor();
  const longest = await page.evaluate(
    (least) =>
      new Promise((resolve) => {
        let longest = least;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        }).observe({ type: "longtask" });
        setTimeout(() => resolve(longest), 2000);
      }),
    longTaskMilliseconds,
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("The run was cancelled").waitFor();
  return /** @type {number} */ (longest);
}

/**
 * Starts the studio's worker once more and opens the file in it.
 * @param {import("playwright-core").Page} page
 * @param {string} file
 */
async function openInPage(page, file) {
  const folder = fileURLToPath(new URL("../dist/studio/assets", import.meta.url));
  const scripts = readdirSync(folder).filter((name) => /^worker-.*\.js$/.test(name));
  const script = scripts.find((name) => readFileSync(`${folder}/${name}`).length > 100_000);
  await page.evaluate(
    async ({ script, bytes }) => {
      const worker = new Worker(`/assets/${script}`, { type: "module" });
      let last = 0;
      /** @type {(task: string, take: object) => Promise<any>} */
      const run = (task, take) =>
        new Promise((resolve, reject) => {
          const id = ++last;
          /** @param {MessageEvent} event */
          const hear = ({ data }) => {
            if (data.id !== id || (data.kind !== "done" && data.kind !== "failed")) return;
            worker.removeEventListener("message", hear);
            if (data.kind === "done") resolve(data.give);
            else reject(new Error(data.failure.sentence ?? data.failure.message));
          };
          worker.addEventListener("message", hear);
          worker.postMessage({ id, task, take });
        });
      Object.assign(window, { studioTask: run });
      const content = new Blob([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))]);
      await run("open", { source: { kind: "file", file: content, name: "COIL20.mat" }, reading: {} });
    },
    { script, bytes: readFileSync(file).toString("base64") },
  );
}

/**
 * Seconds of one selection in the worker.
 * @param {import("playwright-core").Page} page
 * @param {number} threads
 */
function selectInPage(page, threads) {
  const plan = {
    schema: "salience/plan@1",
    task: "select",
    data: [{ source: "COIL20.mat" }],
    seed: 1,
    select: { method: "dfs", options, k },
  };
  return page.evaluate(
    async (run) => /** @type {any} */ (await /** @type {any} */ (window).studioTask("select", run)).seconds,
    { plan, threads },
  );
}

/**
 * What was loaded, compressed; the worker's own files, which the page does not see, besides.
 * @param {string[]} loaded
 */
function firstBytes(loaded) {
  const folder = fileURLToPath(new URL("../dist/studio", import.meta.url));
  const paths = new Set(["/index.html", ...loaded.map((url) => new URL(url).pathname)]);
  for (const name of readdirSync(`${folder}/assets`))
    if (/^worker-.*\.js$|^salience-(?!fast-).*\.js$/.test(name)) paths.add(`/assets/${name}`);
  return [...paths]
    .filter((path) => existsSync(folder + path) && path !== "/")
    .reduce((sum, path) => sum + gzipSync(readFileSync(folder + path)).length, 0);
}
