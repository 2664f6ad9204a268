/** Asks the registry for known weaknesses of what is installed with the package. A registry may not answer that question; then it says so. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  encoding: "utf8",
  shell: process.platform === "win32",
});
const { vulnerabilities, statusCode, error } = parsed(stdout);
if (!vulnerabilities)
  console.log(
    `the registry does not answer npm audit (${statusCode ?? (error?.summary || "no connection")})`,
  );
else {
  const found = Object.values(vulnerabilities);
  for (const { name, severity, range } of found) console.log(`${name} ${range}: ${severity}`);
  console.log(`${found.length} known weaknesses`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
