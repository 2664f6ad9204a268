// `npm run fuzz -- bombs`: small files that unpack to gigabytes, and files that lie about sizes. Each is read in a process of its own, which must
// end with one line for the user and stay below a limit of memory.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, crc32, deflateRawSync, gzipSync } from "node:zlib";

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const gigabyte = 2 ** 30;

/** What all processes must stay below, in kilobytes. */
const mostMemory = 1.6 * 2 ** 20;

/** Zeros of this size as one deflated stream, made in pieces. @param {number} size */
function deflatedZeros(size) {
  const piece = Buffer.alloc(2 ** 24);
  // A stream that ends with a flush can be followed by itself.
  const part = deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH });
  const last = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([...Array(Math.round(size / piece.length)).fill(part), last]);
}

/**
 * A zip archive with entries as they are given: packed bytes, and the size and the sum that they claim.
 * @param {{ name: string, packed: Buffer, claimed: number, sum?: number }[]} entries
 */
function zip(entries) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const { name, packed, claimed, sum = 0 } of entries) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(sum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimed, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, tail, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\x05\x06"), end]);
}

/** The header of an array in an npy file. @param {string} shape @param {string} type */
function npyHeader(shape, type = "<f8") {
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117, " ");
  const length = Buffer.alloc(2);
  length.writeUInt16LE(118);
  return Buffer.concat([Buffer.from("\x93NUMPY\x01\x00", "latin1"), length, Buffer.from(`${text}\n`)]);
}

/** A sparse matrix of four entries, as SciPy saves it, that claims 2^24 columns. */
function wideSparse() {
  const arrays = {
    format: [npyHeader("()", "|S3"), Buffer.from("csr")],
    shape: [npyHeader("(2,)", "<i8"), Buffer.from(BigInt64Array.of(4n, 2n ** 24n).buffer)],
    data: [npyHeader("(4,)"), Buffer.from(Float64Array.of(1, 2, 3, 4).buffer)],
    indices: [npyHeader("(4,)", "<i4"), Buffer.from(Int32Array.of(0, 5, 7, 2 ** 24 - 1).buffer)],
    indptr: [npyHeader("(5,)", "<i4"), Buffer.from(Int32Array.of(0, 1, 2, 3, 4).buffer)],
  };
  return zip(
    Object.entries(arrays).map(([name, parts]) => {
      const bytes = Buffer.concat(parts);
      return {
        name: `${name}.npy`,
        packed: deflateRawSync(bytes),
        claimed: bytes.length,
        sum: crc32(bytes),
      };
    }),
  );
}

/** The files by name. */
function bombs() {
  const zeros = deflatedZeros(3 * gigabyte);
  const table = Buffer.from("a,b,class\n1,2,x\n2,3,y\n");
  const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const sheet = Buffer.from('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>');
  const book = [
    [
      "[Content_Types].xml",
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    ],
    ["xl/workbook.xml", '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'],
    [
      "xl/_rels/workbook.xml.rels",
      '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ],
  ].map(([name, text]) => ({ name, packed: deflateRawSync(text), claimed: text.length, sum: crc32(text) }));
  /** @type {Record<string, Buffer>} */
  const files = {
    "zeros.csv.gz": Buffer.concat([gzipHeader, zeros, Buffer.alloc(8)]),
    "twice.csv.gz": gzipSync(gzipSync(table)),
    "spaces.csv.gz": gzipSync(Buffer.concat([table, Buffer.alloc(2 ** 28, " ")])),
    "claims-little.npz": zip([{ name: "X.npy", packed: zeros, claimed: 1000 }]),
    "claims-much.npz": zip([
      { name: "X.npy", packed: deflateRawSync(npyHeader("(100000, 40000)")), claimed: 0xfffffff0 },
    ]),
    "wide-sparse.npz": wideSparse(),
    "huge-shape.npy": Buffer.concat([npyHeader("(4000000000, 4000000000)"), Buffer.alloc(64)]),
    "sheet.xlsx": zip([
      ...book,
      {
        name: "xl/worksheets/sheet1.xml",
        packed: Buffer.concat([deflateRawSync(sheet, { finishFlush: constants.Z_FULL_FLUSH }), zeros]),
        claimed: 0x7fffffff,
      },
    ]),
  };
  return files;
}

/**
 * The program with these words, which at last tells its largest memory in kilobytes. On Linux the kernel's own figure: the one of
 * Node begins with that of the process that started it.
 * @param {string[]} words
 */
const watched = (words) => `
import { existsSync, readFileSync } from "node:fs";
process.argv = [process.execPath, ${JSON.stringify(cli)}, ...${JSON.stringify(words)}];
process.on("exit", () => {
  const status = "/proc/self/status";
  const told = existsSync(status) ? /VmHWM:\\s*(\\d+)/.exec(readFileSync(status, "utf8"))?.[1] : undefined;
  console.error("PEAK", told ?? process.resourceUsage().maxRSS);
});
await import(${JSON.stringify(cli)});`;

/** Reads every file as a user would; ends with 1 if one is not refused, ends otherwise or takes too much memory. */
export async function fuzzBombs() {
  const folder = mkdtempSync(join(tmpdir(), "salience-bombs-"));
  let faults = 0;
  try {
    for (const [name, bytes] of Object.entries(bombs())) {
      writeFileSync(join(folder, name), bytes);
      const started = performance.now();
      const { status, stderr } = spawnSync(
        process.execPath,
        ["--input-type=module", "-e", watched(["select", name])],
        { cwd: folder, encoding: "utf8", timeout: 600_000 },
      );
      const peak = Number(/PEAK (\d+)/.exec(stderr)?.[1] ?? Number.POSITIVE_INFINITY);
      const said = stderr.split("\n").find((line) => line.startsWith("salience:")) ?? stderr.split("\n")[0];
      const isWell = status === 1 && peak < mostMemory;
      if (!isWell) faults++;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(
        `${isWell ? "ok  " : "FAIL"} ${name}: ${bytes.length} bytes, exit ${status}, ${Math.round(peak / 1024)} MB, ${seconds} s: ${said}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exitCode = faults > 0 ? 1 : 0;
}
