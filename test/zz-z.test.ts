import { test, expect } from "vitest";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { decompressZstd } from "../src/data/readers/shared/zstd.js";
test("x", {timeout: 300000}, () => {
  let n = 0, mb = 0, ms = 0;
  const txt = Buffer.concat([readFileSync("/work/shared/data/formats/colon_raw_labels_last.csv")]);
  const bin = readFileSync("/work/shared/data/paper/ORL.mat");
  const f64 = Buffer.from(Float64Array.from({length: 100000}, (_, i) => Math.sin(i)).buffer);
  const dbl = Buffer.from(Float64Array.from({length: 200000}, (_, i) => (i*37 % 1000)/10).buffer);
  const i32 = Buffer.from(Int32Array.from({length: 100000}, (_, i) => i*3).buffer);
  const rnd = Buffer.from(Uint8Array.from({length: 300000}, () => Math.random()*256));
  const few = Buffer.from(Uint8Array.from({length: 300000}, () => Math.random()*5));
  const zero = Buffer.alloc(1000000);
  for (const [name, data] of Object.entries({txt, bin, f64, dbl, i32, rnd, few, zero}))
    for (const size of [0, 1, 5, 100, 1000, 40000, 131072, 131073, data.length])
      for (const level of ["-1","-3","-7","-12","-19","--ultra -22","--fast=5"]) {
        const part = data.subarray(0, size);
        writeFileSync("/tmp/col/zin", part);
        const packed = execFileSync("zstd", ["-c","-q",...level.split(" "),"/tmp/col/zin"], {maxBuffer: 1e9});
        const t = performance.now();
        const out = decompressZstd(new Uint8Array(packed), part.length);
        ms += performance.now()-t; mb += part.length/1e6; n++;
        if (Buffer.compare(out, part) !== 0) throw new Error(`${name} ${size} ${level}`);
      }
  console.log(n, mb.toFixed(1)+" MB", (mb/ms*1000).toFixed(0)+" MB/s");
});
