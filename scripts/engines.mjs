/**
 * `npm run engines`: the same job on every JavaScript engine that npm or this machine has; all must give the same bytes as the Node
 * that runs this. Node 20 to 26, Deno and Bun come from npm; Chromium, Firefox and WebKitGTK are those of the system, and walk through
 * the studio too. `npm run engines -- node22 firefox` runs these only; `-- node22 --tests test/data` runs tests with that Node.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findProgram } from "./cluster-services.mjs";
import { engineJob } from "./engine-job.mjs";
import { findChromium } from "./ensure-chromium.mjs";
import { engineNames, fetchEngine } from "./fetch-engine.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const library = pathToFileURL(join(root, "dist/index.js")).href;
/** @type {typeof import("../src/index.js")} */
const salience = await import(library);
const { contentPolicy } = await import(pathToFileURL(join(root, "build/node/studio-server.js")).href);

const fixtures = join(root, "test/fixtures/readers");
/** Files that are read without a library, so that pages need no bundler. */
const files = ["text/header.csv", "mat/fea_gnd.mat", "npy/named.npz", "text/zero-based.svm"];
const options = {
  threads: 2,
  methods: /** @type {import("../src/index.js").MethodName[]} */ (Object.keys(salience.selectors)),
};
const bytes = files.map((path) => [path, Uint8Array.from(readFileSync(join(fixtures, path)))]);
const expected = JSON.stringify(await engineJob(salience, { ...options, files: Object.fromEntries(bytes) }));
/** What Node selects from the data of the studio's example. @param {number} k */
const picksOfNode = async (k) => (await salience.select(salience.planted().data, { k })).features;

const patienceMilliseconds = 150_000;
const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
};
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const jobPage = `<!doctype html><title>job</title><script type="module">
  const { engineJob } = await import("/scripts/engine-job.mjs");
  const read = async (path) => [path, new Uint8Array(await (await fetch("/test/fixtures/readers/" + path)).arrayBuffer())];
  try {
    const files = Object.fromEntries(await Promise.all(${JSON.stringify(files)}.map(read)));
    const threads = typeof SharedArrayBuffer === "function" ? ${options.threads} : 1;
    const result = await engineJob(await import("/dist/index.js"), { ...${JSON.stringify(options)}, threads, files });
    await fetch("/result", { method: "POST", body: JSON.stringify(result) });
  } catch (error) {
    await fetch("/result", { method: "POST", body: JSON.stringify({ failure: String(error) }) });
  }
</script>`;

/**
 * Opens a page in a browser and waits for what it sends back.
 * @param {(address: string, profile: string) => [command: string, args: string[]]} start
 * @param {"job" | "studio"} page
 * @returns {Promise<string>}
 */
async function visit(start, page) {
  /** @type {(text: string) => void} */
  let tell = () => {};
  /** @type {Promise<string>} */
  const result = new Promise((resolve) => {
    tell = resolve;
  });
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      let text = "";
      request.on("data", (chunk) => {
        text += chunk;
      });
      request.on("end", () => {
        response.writeHead(204).end();
        tell(text);
      });
      return;
    }
    const { body, type } = fileFor(request.url ?? "/", page);
    const policy = page === "studio" ? { "Content-Security-Policy": contentPolicy } : {};
    response
      .writeHead(body === null ? 404 : 200, { "Content-Type": type, ...isolation, ...policy })
      .end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const profile = mkdtempSync(join(tmpdir(), "salience-profile-"));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const [command, args] = start(`http://127.0.0.1:${port}/`, profile);
  const browser = spawn(command, args, {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, HOME: profile },
  });
  const late = setTimeout(() => tell('{"failure":"no answer within 150 s"}'), patienceMilliseconds);
  try {
    return await result;
  } finally {
    clearTimeout(late);
    if (browser.pid) process.kill(-browser.pid, "SIGKILL");
    server.close();
    server.closeAllConnections();
    await new Promise((resolve) => setTimeout(resolve, 500));
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * @param {string} url
 * @param {"job" | "studio"} page
 * @returns {{ body: Buffer | string | null, type: string }}
 */
function fileFor(url, page) {
  const type = types[/** @type {keyof typeof types} */ (extname(url))] ?? "text/html";
  try {
    if (url === "/" && page === "job") return { body: jobPage, type: "text/html" };
    if (page === "job") return { body: readFileSync(join(root, url)), type };
    if (url === "/engine-walk.mjs")
      return { body: readFileSync(join(root, "scripts/engine-walk.mjs")), type };
    const body = readFileSync(join(root, "dist/studio", url === "/" ? "index.html" : url));
    const walk = '<script type="module" src="/engine-walk.mjs"></script></body>';
    return { body: url === "/" ? body.toString().replace("</body>", walk) : body, type };
  } catch {
    return { body: null, type: "text/plain" };
  }
}

/** WebKitGTK's small browser lies beside the library. */
function findMiniBrowser() {
  const found = ["/usr/lib", "/usr/libexec"].flatMap((base) =>
    existsSync(base)
      ? ["", ...readdirSync(base)].flatMap((folder) =>
          ["webkit2gtk-4.1", "webkitgtk-6.0"].map((name) => join(base, folder, name, "MiniBrowser")),
        )
      : [],
  );
  return found.find(existsSync);
}

/**
 * How each browser is started, or why it cannot be.
 * @type {Readonly<Record<string, () => string | ((address: string, profile: string) => [string, string[]])>>}
 */
const browsers = {
  chromium() {
    const program = findChromium();
    if (!program) return "there is no Chromium (Debian: apt-get install chromium)";
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
    ];
    return (address, profile) => [program, [...flags, `--user-data-dir=${profile}`, address]];
  },
  firefox() {
    const program = findProgram("firefox-esr") ?? findProgram("firefox");
    if (!program) return "there is no Firefox (Debian: apt-get install firefox-esr)";
    return (address, profile) => [program, ["--headless", "--no-remote", "--profile", profile, address]];
  },
  webkit() {
    const program = findMiniBrowser();
    const screen = findProgram("xvfb-run");
    if (!program || !screen)
      return "there is no WebKitGTK browser with a virtual screen (Debian: apt-get install webkit2gtk-driver xvfb xauth)";
    return (address) => [screen, ["--auto-servernum", program, address]];
  },
};

/** @param {string} name */
async function tryEngine(name) {
  if (name in browsers) {
    const start = browsers[name]();
    if (typeof start === "string") return { skipped: start };
    const given = await visit(start, "job");
    // Where a browser shares no memory it has one thread; all else must be the same.
    const { threads } = JSON.parse(given);
    const job = given.replace(/"threads":1/, `"threads":${options.threads}`);
    const walk = JSON.parse(await visit(start, "studio"));
    const picked = walk.picked ?? [];
    const same = picked.length > 0 && picked.join() === (await picksOfNode(picked.length)).join();
    return {
      job: job === expected ? `same bytes on ${threads} threads` : `differs: ${job.slice(0, 200)}`,
      walk: same ? `${walk.title}, same features` : `failed: ${walk.failure ?? JSON.stringify(walk)}`,
      failed: job !== expected || !same,
    };
  }
  const engine = fetchEngine(name);
  if (!engine.program) return { skipped: engine.reason };
  const words = { deno: ["run", "--allow-all"], bun: ["run"] }[name] ?? [];
  const given = JSON.stringify({ ...options, folder: fixtures, files });
  const args = [...words, join(root, "scripts/run-engine-job.mjs"), library, given];
  const { stdout, stderr } = spawnSync(engine.program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  const same = stdout.trim() === expected;
  const version = execFileSync(engine.program, ["--version"], { encoding: "utf8" }).split("\n")[0];
  return {
    job: `${version}: ${same ? "same bytes" : `differs: ${(stderr || stdout).slice(0, 200)}`}`,
    failed: !same,
  };
}

const words = process.argv.slice(2);
const testsAt = words.indexOf("--tests");
const wanted = testsAt < 0 ? words : words.slice(0, testsAt);
const all = [...engineNames, ...Object.keys(browsers)];
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`there is no engine ${unknown.join(", ")}; the engines are ${all.join(", ")}`);
  process.exitCode = 1;
} else if (testsAt < 0) {
  console.log(
    `compared with Node ${process.version}: ${options.methods.length} methods on 2 threads, ${files.length} files`,
  );
  for (const name of wanted.length > 0 ? wanted : all) {
    const { skipped, job, walk, failed } = await tryEngine(name);
    console.log(
      `${name.padEnd(9)} ${skipped ? `skipped: ${skipped}` : `${job}${walk ? `; studio: ${walk}` : ""}`}`,
    );
    if (failed) process.exitCode = 1;
  }
} else
  for (const name of wanted) {
    const { program, reason } = fetchEngine(name);
    if (!program) console.log(`${name} skipped: ${reason}`);
    else {
      console.log(`${name}: vitest run ${words.slice(testsAt + 1).join(" ")}`);
      const args = [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "--no-color",
        ...words.slice(testsAt + 1),
      ];
      const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
      if (status !== 0) process.exitCode = 1;
    }
  }
