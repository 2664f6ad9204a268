import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { webSource } from "../../src/data/web-source.js";
import { InputError, parseDataset } from "../../src/index.js";
import { readDataset } from "../../src/node.js";
import { fixtureBytes } from "../support/columnar.js";

const csv = `a,b,class\n${Array.from({ length: 400 }, (_, i) => `${i % 7},${i % 11},${i % 2 ? "yes" : "no"}`).join("\n")}\n`;
const files: Readonly<Record<string, Uint8Array>> = {
  "/table.csv": new TextEncoder().encode(csv),
  "/table.csv.gz": gzipSync(csv),
  "/zstd.parquet": fixtureBytes("parquet/zstd.parquet"),
  "/page.csv": new TextEncoder().encode("<!doctype html><html><body>Sign in</body></html>\n"),
  "/empty.csv": new Uint8Array(0),
};

let server: Server;
let base = "";
/** The ranges that were asked for. */
let asked: string[] = [];
let version = 1;

/** `/ranges/NAME` sends parts, `/whole/NAME` never does; the other places go wrong in one way each. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, way, name] = /^\/([a-z-]+)(\/[^?]*)?/.exec(request.url ?? "") ?? [];
  const bytes = files[name] ?? files["/table.csv"];
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  const sendPart = (headers: Record<string, string> = {}) => {
    asked.push(request.headers.range ?? "");
    if (!range) return response.writeHead(200, headers).end(bytes);
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]) + 1, bytes.length)];
    if (start >= bytes.length)
      return response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    const place = { "content-range": `bytes ${start}-${end - 1}/${bytes.length}` };
    return response.writeHead(206, { ...place, ...headers }).end(bytes.subarray(start, end));
  };
  switch (way) {
    case "ranges":
      return void sendPart({ etag: '"1"' });
    case "whole":
      asked.push(request.headers.range ?? "");
      return void response.writeHead(200).end(bytes);
    case "changing":
      return void sendPart({ etag: `"${version++}"` });
    case "moved":
      return void response.writeHead(302, { location: `/ranges${name}` }).end();
    case "round":
      return void response.writeHead(302, { location: request.url }).end();
    case "named":
      return void response
        .writeHead(200, { "content-disposition": 'attachment; filename="t.csv"' })
        .end(bytes);
    case "silent":
      return;
    case "stalled":
      return void response.writeHead(200, { "content-length": "1000" }).write("a,b\n");
    case "cut":
      response.writeHead(200, { "content-length": "1000" }).write("a,b\n");
      return void setTimeout(() => response.destroy(), 20);
    case "denied":
      return void response.writeHead(403).end();
    case "broken":
      return void response.writeHead(500).end();
    default:
      response.writeHead(404).end();
  }
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

describe("a file on the web is read as the file is", () => {
  test.each([
    "ranges/table.csv",
    "whole/table.csv",
    "ranges/table.csv.gz",
    "whole/table.csv.gz",
    "moved/table.csv",
    "named/get?id=3",
  ])("%s", async (path) => {
    const { values, labels, featureNames, source } = await readDataset(`${base}/${path}`, {
      target: "class",
    });
    const file = await parseDataset(csv, { target: "class" });
    expect({ values, labels, featureNames }).toEqual({
      values: file.values,
      labels: file.labels,
      featureNames: file.featureNames,
    });
    expect(source.format).toBe("csv");
    expect(source.name).toBe(path.startsWith("named") ? "t.csv" : path.slice(path.indexOf("/") + 1));
  });

  test("a URL, in the library of browsers too", async () => {
    const url = new URL(`${base}/ranges/zstd.parquet`);
    const bytes = await parseDataset(files["/zstd.parquet"], { name: "zstd.parquet" });
    for (const data of [await parseDataset(url), await readDataset(url)]) {
      expect(data.values).toEqual(bytes.values);
      expect(data.source).toEqual(bytes.source);
    }
  });

  test("labels on the web", async () => {
    const labels = `${base}/ranges/table.csv`;
    const data = await readDataset(`${base}/whole/table.csv`, {
      drop: ["class"],
      labels,
      labelColumn: "class",
    });
    expect(data.labels?.classes).toEqual(["no", "yes"]);
  });

  test("an empty file says so", async () => {
    await expect(readDataset(`${base}/ranges/empty.csv`)).rejects.toThrow("empty.csv: the file is empty");
  });
});

describe("parts", () => {
  const small = { wholeSize: 0, pieceSize: 256 };
  const bytes = files["/table.csv"];

  test("of a large file are asked for as they are needed, and hold the file's bytes", async () => {
    const source = await webSource(`${base}/ranges/table.csv`, small);
    expect(source.size).toBe(bytes.length);
    expect(await source.read(0, 100)).toEqual(bytes.subarray(0, 100));
    expect(asked).toEqual(["bytes=0-255"]);
    expect(await source.read(1000, 1010)).toEqual(bytes.subarray(1000, 1010));
    expect(await source.read(1100, 1200)).toEqual(bytes.subarray(1100, 1200));
    expect(await source.read(900, 2000)).toEqual(bytes.subarray(900, 2000));
    expect(asked.slice(1)).toEqual(["bytes=1000-1255", "bytes=900-1999"]);
    expect(await source.read(bytes.length - 5, bytes.length + 50)).toEqual(bytes.subarray(-5));
    expect(await source.read(bytes.length, bytes.length + 50)).toHaveLength(0);
  });

  test("are read through by the readers", async () => {
    const source = await webSource(`${base}/ranges/table.csv`, small);
    expect((await parseDataset(source)).values).toEqual((await parseDataset(csv)).values);
    expect(asked).toEqual(["bytes=0-255", `bytes=0-${bytes.length - 1}`]);
  });

  test("a file of moderate size takes two requests, a small one takes one", async () => {
    await webSource(`${base}/ranges/table.csv`, { pieceSize: 256 });
    expect(asked).toEqual(["bytes=0-255", `bytes=256-${bytes.length - 1}`]);
    await webSource(`${base}/ranges/table.csv`);
    expect(asked).toHaveLength(3);
  });

  test("a server that sends no parts is asked once", async () => {
    const source = await webSource(`${base}/whole/table.csv`, small);
    expect(await source.read(0, source.size)).toEqual(bytes);
    expect(asked).toHaveLength(1);
  });

  test("a file that changes meanwhile is refused", async () => {
    const source = await webSource(`${base}/changing/table.csv`, small);
    await expect(source.read(1000, 1100)).rejects.toThrow("the file changed on the server");
  });
});

describe("what goes wrong is said", () => {
  test.each([
    ["nowhere/x.csv", "the server answers 404 Not Found: there is no such file; check the address"],
    ["denied/x.csv", "the server answers 403 Forbidden: it may only be read after signing in"],
    ["broken/x.csv", "the server answers 500 Internal Server Error: try again later"],
    ["cut/x.csv", "the connection was lost after 4 bytes"],
    ["round/x.csv", "the server redirects without end"],
    ["ranges/page.csv", "page.csv: a web page cannot be read; give the address of the file itself"],
  ])("%s", async (path, message) => {
    const error = await readDataset(`${base}/${path}?key=secret`).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain("secret");
  });

  test.each(["silent", "stalled"])("a %s server", async (way) => {
    await expect(webSource(`${base}/${way}/x.csv`, { silenceSeconds: 0.1 })).rejects.toMatchObject({
      code: "file-access",
      message: expect.stringContaining("the server has been silent for 0.1 seconds"),
    });
  });

  test("no server, no host, no address", async () => {
    await expect(readDataset("http://127.0.0.1:9/x.csv")).rejects.toMatchObject({ code: "file-access" });
    await expect(readDataset("http://no-such-host.invalid/x.csv")).rejects.toMatchObject({
      code: "file-access",
    });
    await expect(readDataset("http://")).rejects.toThrow("this is not a valid address");
  });

  test("an abort passes as it is", async () => {
    const controller = new AbortController();
    const reading = readDataset(`${base}/silent/x.csv`, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await expect(reading).rejects.toThrow("enough");
  });
});

describe("content in other forms", () => {
  test("text, a Response and a Blob give what the bytes give", async () => {
    const expected = (await parseDataset(files["/table.csv"], { name: "t.csv" })).values;
    expect((await parseDataset(csv)).values).toEqual(expected);
    expect((await parseDataset(await fetch(`${base}/whole/table.csv.gz`))).values).toEqual(expected);
    expect((await parseDataset(new Response(csv))).values).toEqual(expected);
    expect((await parseDataset(new Blob([csv]))).values).toEqual(expected);
    const arff = "@relation r\n@attribute x numeric\n@attribute c {p,q}\n@data\n1,p\n2,q\n3,p\n";
    expect((await parseDataset(arff)).source.format).toBe("arff");
  });

  test("an answer that is no file, or was read already, is refused", async () => {
    await expect(parseDataset(await fetch(`${base}/nowhere`))).rejects.toThrow("the server answered 404");
    const response = new Response(csv);
    await response.text();
    await expect(parseDataset(response)).rejects.toThrow("already been read");
  });
});
