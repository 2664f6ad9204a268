import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fetchPackage } from "../../scripts/fetch-package.mjs";

/** The folder in which ONNX Runtime is installed, or the reason why it cannot be used: its package has no binary for every machine. */
export function onnxRuntime():
  | { folder: string; reason?: undefined }
  | { folder?: undefined; reason: string } {
  const name = "onnxruntime-node";
  const fetched = fetchPackage(`${name}@1.30.0`);
  if (fetched.folder === undefined) return fetched;
  const load = ["-e", `require(${JSON.stringify(join(fetched.folder, "node_modules", name))})`];
  return spawnSync(process.execPath, load).status === 0
    ? fetched
    : { reason: `${name} cannot be loaded on ${process.platform} ${process.arch}` };
}
