import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

const header = "good,noise,kind,class";
const lines = Array.from(
  { length: 40 },
  (_, i) => `${(i % 2) * 3 + (i % 5)},${(i * 7) % 11},${i % 3 ? "p" : "q"},${i % 2 ? "b" : "a"}`,
);
const csv = `${[header, ...lines].join("\n")}\n`;

let folder = "";
let server: Server;
let address = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-inputs-"));
  writeFileSync(join(folder, "table.csv"), csv);
  server = createServer((request, response) => {
    if (request.url?.startsWith("/t/table.csv")) response.writeHead(200).end(csv);
    else response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  server.closeAllConnections();
  server.close();
});

const rankingOf = (json: string) => JSON.parse(json).ranking;

test("standard input gives what the file gives, packed or not", async () => {
  const words = ["--target", "class", "--json", "-"];
  const file = await runInside(["select", "table.csv", ...words], { cwd: folder });
  for (const input of [csv, gzipSync(csv)]) {
    const { code, output, errors } = await runCli(["select", "-", ...words], { cwd: folder, input });
    expect({ code, errors: errors.replaceAll("stdin", "table.csv") }).toEqual({
      code: 0,
      errors: file.errors,
    });
    expect(rankingOf(output)).toEqual(rankingOf(file.output));
    expect(JSON.parse(output).plan.data).toEqual([{ source: "-", reading: { target: "class" } }]);
  }
});

test("standard input may hold the labels or the new data of a recipe, and may be empty", async () => {
  const recipe = join(folder, "recipe.json");
  const saved = await runInside(
    ["select", "table.csv", "--target", "class", "--k", "1", "--classifier", "lda", "--save", "recipe.json"],
    { cwd: folder },
  );
  expect(saved.code).toBe(0);
  const predicted = await runCli(["predict", recipe, "-", "--json", "-"], { input: csv });
  expect(predicted.code).toBe(0);
  const expected = await runInside(["predict", recipe, "table.csv", "--json", "-"], { cwd: folder });
  expect(JSON.parse(predicted.output).predictions).toEqual(JSON.parse(expected.output).predictions);
  expect(JSON.parse(predicted.output).predictions).toHaveLength(40);
  const labels = ["select", "table.csv", "--drop", "class", "--labels", "-", "--label-column", "class"];
  expect((await runCli(labels, { cwd: folder, input: csv })).output).toContain("good");
  const empty = await runCli(["doctor", "-"], { input: "" });
  expect(empty).toMatchObject({ code: 1, errors: expect.stringContaining("stdin: the file is empty") });
});

test("an address gives what the file gives; the plan keeps it without its query", async () => {
  const words = ["--target", "class", "--json", "-"];
  const file = await runInside(["select", "table.csv", ...words], { cwd: folder });
  const web = await runInside(["select", `${address}/t/table.csv?key=secret`, ...words], { cwd: folder });
  expect(web).toMatchObject({ code: 0, errors: file.errors });
  expect(rankingOf(web.output)).toEqual(rankingOf(file.output));
  expect(JSON.parse(web.output).plan.data[0].source).toBe(`${address}/t/table.csv`);
  expect(web.output).not.toContain("secret");
});

test("doctor and the recipe's commands take addresses too", async () => {
  const { code, output } = await runInside(["doctor", `${address}/t/table.csv`], { cwd: folder });
  expect(code).toBe(0);
  expect(output).toContain(`Next: salience select ${address}/t/table.csv --target class`);
  const words = ["select", `${address}/t/table.csv`, "--target", "class", "--k", "1", "--save", "web.json"];
  expect((await runInside(words, { cwd: folder })).code).toBe(0);
  expect(readFileSync(join(folder, "web.json"), "utf8")).toContain(`${address}/t/table.csv`);
  const applied = await runInside(["apply", "web.json", `${address}/t/table.csv`, "--out", "one.csv"], {
    cwd: folder,
  });
  expect(applied.code).toBe(0);
  const wrong = await runInside(["select", "http://"], { cwd: folder });
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining("this is not a valid address") });
  const missing = await runInside(["doctor", `${address}/none.csv`], { cwd: folder });
  expect(missing).toMatchObject({ code: 1, errors: expect.stringContaining("the server answers 404") });
});
