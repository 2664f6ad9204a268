import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { fetchPackage } from "../scripts/fetch-package.mjs";
import { makeRecipe, parseRecipe, predictWith, select } from "../src/index.js";
import { readDataset } from "../src/node.js";
import type { Matrix } from "../src/numeric/matrix.js";
import { recipeOnnx } from "../src/recipe/code/recipe-code.js";
import { canBrowse, launchChromium, newVisitor } from "./support/browser.js";
import { dataFile, hasData } from "./support/data.js";
import { expectClose } from "./support/expect-close.js";
import { onnxRuntime } from "./support/onnx-runtime.js";
import { cli } from "./support/run-cli.js";
import { addressIn, serveFolder } from "./support/serve-folder.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const examples = join(root, "examples");
const genes = join(root, "docs/data/genes.csv");
const place = mkdtempSync(join(tmpdir(), "salience-examples-"));
const at = (...parts: string[]) => join(place, ...parts);
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What a program prints; rejects where it ends with another code than 0. They import the built package. */
async function output(program: string, words: readonly string[]): Promise<string> {
  const environment = { ...process.env, SALIENCE: `${process.execPath} ${cli}` };
  const { stdout } = await promisify(execFile)(program, words, { cwd: place, env: environment });
  expect(stdout.trim()).not.toBe("");
  expect(stdout).not.toMatch(/NaN|undefined/);
  return stdout;
}
const example = (name: string, ...words: string[]) =>
  output(process.execPath, [join(examples, name), ...words]);

/** Examples with a test of their own below. */
const others = [
  "duckdb-query.mjs",
  "file-to-report.mjs",
  "http-endpoint.mjs",
  "marker-panel.mjs",
  "onnx-endpoint.mjs",
];
const plain = readdirSync(examples).filter((name) => name.endsWith(".mjs") && !others.includes(name));

test.each(plain)("examples/%s runs and says something", async (name) => {
  await example(name);
});

test("examples/README.md names every example", () => {
  const list = readFileSync(join(examples, "README.md"), "utf8");
  const files = readdirSync(examples, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  for (const { parentPath, name } of files)
    if (name !== "README.md")
      expect(list).toContain(`](${join(parentPath, name).slice(examples.length + 1)})`);
});

test("from a file to a report: three files that can be used", async () => {
  const said = await example("file-to-report.mjs", genes, "tissue", at("report"));
  const data = await readDataset(genes, { target: "tissue" });
  const { features } = await select(data, { k: 6 });
  expect(said).toContain(`picked: ${features.join(", ")}\n`);
  for (const { text } of data.notices) expect(said).toContain(text);
  expect(
    parseRecipe(readFileSync(at("report/recipe.json"), "utf8")).features.map(({ name }) => name),
  ).toEqual(features);
  expect(readFileSync(at("report/selected.csv"), "utf8").split("\n")[0]).toContain(features.join(","));
  expect(readFileSync(at("report/report.html"), "utf8")).toContain(features[0]);
});

test.skipIf(!hasData)("single cells to a panel: known markers of blood, each with its type", async () => {
  const said = await example("marker-panel.mjs", dataFile("formats/pbmc68k_reduced.h5ad"));
  // CD79A is half of the receptor of B cells; NKG7 and GNLY are of natural killers; CD8A names cytotoxic T cells; LYZ and CST3 are myeloid.
  expect(said).toMatch(/CD79A .*CD19\+ B$/m);
  for (const gene of ["NKG7", "GNLY"]) expect(said).toMatch(new RegExp(`${gene} .*CD56\\+ NK$`, "m"));
  expect(said).toMatch(/CD8A .*CD8\+/m);
  for (const gene of ["LYZ", "CST3"])
    expect(said).toMatch(new RegExp(`${gene} .*(Monocyte|Dendritic)$`, "m"));
  // Ten types: by chance one cell in ten is right.
  expect(Number(/balanced accuracy ([\d.]+) %/.exec(said)?.[1])).toBeGreaterThan(40);
});

/** What the examples do that hand over every other sample: learn from those, and predict the rest. */
async function halves(first: 0 | 1) {
  const data = await readDataset(genes, { target: "tissue" });
  const rows = [...data.labels!.codes.keys()];
  const [known, fresh] = [0, 1].map((rest) =>
    data.selectRows(rows.filter((i) => i % 2 === (rest + first) % 2)),
  );
  const { labels } = await predictWith(
    await makeRecipe(known, await select(known, { method: "mrmr", k: 4 }), { classifier: "lda" }),
    fresh,
  );
  const truth = Array.from(fresh.labels!.codes, (code) => fresh.labels!.classes[code]);
  return { labels, truth };
}

test("from Python and back: the module predicts what the command predicts", async ({ skip }) => {
  if (spawnSync("python3", ["--version"]).status !== 0) return skip("there is no python3");
  await checkInterchange(await output("python3", [join(examples, "from-python.py"), at("python")]));
});

test("from R and back: the functions predict what the command predicts", async ({ skip }) => {
  if (spawnSync("Rscript", ["--version"]).status !== 0)
    return skip("there is no R; Debian: apt-get install r-base");
  await checkInterchange(await output("Rscript", ["--vanilla", join(examples, "from-r.R"), genes, at("r")]));
});

async function checkInterchange(said: string) {
  const { labels, truth } = await halves(0);
  const right = labels.filter((label, i) => label === truth[i]).length;
  expect(said).toContain("predictions that agree with salience predict: 24 of 24");
  expect(said).toContain(`right: ${right} of 24`);
}

test("a query of DuckDB to a selection, and the model back as a query", async ({ skip }) => {
  const { folder, reason } = fetchPackage("@duckdb/node-api@1.5.6-r.1");
  if (folder === undefined) return skip(reason);
  mkdirSync(at("duckdb/node_modules"), { recursive: true });
  symlinkSync(root, at("duckdb/node_modules/salience"), "dir");
  symlinkSync(join(folder, "node_modules/@duckdb"), at("duckdb/node_modules/@duckdb"), "dir");
  cpSync(join(examples, "duckdb-query.mjs"), at("duckdb/query.mjs"));
  const said = await output(process.execPath, [at("duckdb/query.mjs"), genes]);
  const { labels, truth } = await halves(1);
  const counted = new Map<string, number>();
  labels.forEach((label, i) => {
    const pair = `'${truth[i]}' │ '${label}'`;
    counted.set(pair, (counted.get(pair) ?? 0) + 1);
  });
  const printed = said.replace(/ +/g, " ").matchAll(/('\w+' │ '\w+') │ (\d+)/g);
  expect(Object.fromEntries([...printed].map(([, pair, count]) => [pair, Number(count)]))).toEqual(
    Object.fromEntries(counted),
  );
});

test("an endpoint of ONNX Runtime predicts what predict predicts", async ({ skip, onTestFinished }) => {
  const { folder, reason } = onnxRuntime();
  if (folder === undefined) return skip(reason);
  const data = await readDataset(genes, { target: "tissue" });
  const picked = await select(data, { method: "mrmr", k: 4 });
  const recipe = await makeRecipe(data, picked, { classifier: "lda" });
  mkdirSync(at("onnx"), { recursive: true });
  symlinkSync(join(folder, "node_modules"), at("onnx/node_modules"), "dir");
  cpSync(join(examples, "onnx-endpoint.mjs"), at("onnx/endpoint.mjs"));
  writeFileSync(at("onnx/model.onnx"), recipeOnnx(recipe).bytes);
  const server = spawn(process.execPath, [at("onnx/endpoint.mjs"), at("onnx/model.onnx"), "0"]);
  onTestFinished(() => void server.kill());
  const [said] = await once(server.stdout, "data");
  const address = /http\S+/.exec(String(said))![0];
  const post = async (body: string) => {
    const response = await fetch(address, { method: "POST", body });
    return { status: response.status, said: await response.json() };
  };
  const values = data.values as Matrix;
  const rows = Array.from({ length: data.rows }, (_, i) =>
    Object.fromEntries(picked.features.map((name) => [name, values.get(i, data.featureNames.indexOf(name))])),
  );
  rows[3] = { ...rows[3], [picked.features[1]]: null as unknown as number };
  const { status, said: answers } = await post(JSON.stringify(rows));
  const { labels, probabilities } = await predictWith(recipe, rows);
  expect(status).toBe(200);
  expect(answers.map((answer: { label: string }) => answer.label)).toEqual(labels);
  expect(answers[3].filled).toBe(1);
  expectClose(
    answers[3].probabilities,
    [0, 1].map((code) => probabilities!.get(3, code)),
    { relative: 1e-11 },
  );
  const [name] = picked.features;
  expect(await post(JSON.stringify([{}]))).toMatchObject({ status: 422, said: { error: /every row needs/ } });
  expect(await post(JSON.stringify([{ ...rows[0], [name]: "high" }]))).toEqual({
    status: 422,
    said: { error: `"${name}" must be a number, not "high"` },
  });
  expect((await post("[")).status).toBe(422);
  expect((await post("[]")).status).toBe(422);
  expect((await post(" ".repeat(1_000_001))).status).toBe(413);
  expect((await fetch(address)).status).toBe(404);
});

describe("the HTTP endpoint", async () => {
  const { makeServer } = (await import(
    `data:text/javascript,export * from "file://${join(examples, "http-endpoint.mjs")}"`
  )) as typeof import("../examples/http-endpoint.mjs");
  let server: ReturnType<typeof makeServer>;
  const errors: string[] = [];
  afterEach(() => server.close());

  async function start(limits?: Parameters<typeof makeServer>[0]) {
    server = makeServer(limits);
    errors.length = 0;
    server.addHook("onError", async (_request, _reply, { name }) => void errors.push(name));
    return server.listen({ host: "127.0.0.1", port: 0 });
  }
  async function post(address: string, query: string, body: BodyInit) {
    const response = await fetch(`${address}/select?${query}`, { method: "POST", body });
    return { status: response.status, said: await response.json() };
  }
  const table = () => new Blob([readFileSync(genes)]);

  test("selects from an uploaded table, with its notices", async () => {
    const { status, said } = await post(await start(), "target=tissue&k=6&method=mrmr", table());
    const data = await readDataset(genes, { target: "tissue" });
    const picked = await select(data, { k: 6, method: "mrmr" });
    expect(status).toBe(200);
    expect(said).toMatchObject({ features: picked.features, rows: 48 });
    expect(said.scores[0]).toBe(picked.scores[picked.ranking[0]]);
    expect(said.notices).toEqual(picked.notices.map(({ text }) => text));
    for (const { text } of data.notices) expect(said.notices).toContain(text);
  });

  test("refuses what cannot be selected from, in one line", async () => {
    const address = await start({ bytes: 100_000 });
    expect(await post(address, "target=tisue", table())).toMatchObject({
      status: 422,
      said: { error: expect.stringMatching(/tissue/) },
    });
    expect((await post(address, "k=6", table())).said.error).toMatch(/target/);
    expect((await post(address, "target=tissue&k=0", table())).status).toBe(400);
    expect((await post(address, "target=tissue&method=magic", table())).status).toBe(400);
    expect((await post(address, "target=tissue", "")).status).toBe(422);
    expect((await post(address, "target=tissue", new Blob([new Uint8Array([0x1f, 0x8b, 8])]))).status).toBe(
      415,
    );
    expect((await post(address, "target=tissue", "x".repeat(100_001))).status).toBe(413);
  });

  /** 800 × 2000 made-up numbers: seconds of work for `ldfs`, also on a fast machine. */
  const wide = () => {
    const names = Array.from({ length: 2000 }, (_, j) => `x${j}`);
    const rows = Array.from(
      { length: 800 },
      (_, i) => `${names.map((_, j) => Math.sin(i * i + 7 * j + i * j).toFixed(2)).join()},${i % 3}`,
    );
    return [`${names.join()},class`, ...rows].join("\n");
  };
  const slow = "target=class&method=ldfs&k=5";

  test("ends work that takes too long", async () => {
    const { status, said } = await post(await start({ seconds: 0.05 }), slow, wide());
    expect(status).toBe(503);
    expect(said.error).toMatch(/not done within 0.05 s/);
  });

  test("has few places; the work ends and the place is free when the client leaves", async () => {
    const address = await start({ atOnce: 1, seconds: 300 });
    const uploaded = new Promise((resolve) => {
      server.server.once("request", (request) => request.once("end", resolve));
    });
    const leave = new AbortController();
    const first = fetch(`${address}/select?${slow}`, { method: "POST", body: wide(), signal: leave.signal });
    await uploaded;
    const small = () => post(address, "target=tissue&k=2", table());
    expect(await small()).toMatchObject({ status: 503, said: { error: expect.stringMatching(/places/) } });
    leave.abort();
    await expect(first).rejects.toThrow();
    await expect.poll(() => errors).toEqual(["AbortError"]);
    expect((await small()).status).toBe(200);
  });
});

describe.skipIf(!canBrowse)("the page", () => {
  test("selects what Node selects, and says what is wrong", async () => {
    const [browser, server] = await Promise.all([launchChromium(), serveFolder(root)]);
    try {
      const page = await (await newVisitor(browser)).newPage();
      await page.goto(addressIn(server, "examples/page/index.html"));
      await page.setInputFiles("[name=file]", genes);
      await page.fill("[name=target]", "tisue");
      await page.click("[type=submit]");
      const status = page.locator("[role=status]");
      await expect.poll(() => status.textContent()).toMatch(/tissue/);
      await page.fill("[name=target]", "tissue");
      await page.click("[type=submit]");
      await expect.poll(() => status.textContent()).toBe("6 of 82 features of 48 samples");
      const picked = await select(await readDataset(genes, { target: "tissue" }), { k: 6 });
      expect(await page.locator("ol li").allTextContents()).toEqual(picked.features);
      expect(await page.locator("circle").count()).toBe(48);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
