// Redis and Slurm for tests and benchmarks: found, installed where that is possible without asking anybody, started on free
// ports with folders of their own, and stopped by their process ids.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The path of a program, or null.
 * @param {string} name
 */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path)) ?? null;
}

/** What each service needs: programs, and the packages of Debian that have them. */
const services = {
  redis: { programs: ["redis-server"], packages: ["redis-server"] },
  slurm: {
    programs: ["slurmctld", "slurmd", "sbatch", "squeue", "munged"],
    packages: ["slurm-wlm", "munge"],
  },
};

/**
 * Why a service cannot be started here, or null where it can.
 * @param {keyof typeof services} service
 */
export function missingService(service) {
  const { programs, packages } = services[service];
  const absent = programs.filter((name) => findProgram(name) === null);
  if (absent.length > 0)
    return `${absent.join(", ")} not found; install it (Debian: apt-get install ${packages.join(" ")})`;
  return service === "slurm" && process.getuid?.() !== 0 ? "Slurm starts on one machine only as root" : null;
}

/** Installs what is missing, as root on Debian; gives the reasons for what cannot be had. */
export function ensureServices() {
  const names = /** @type {(keyof typeof services)[]} */ (Object.keys(services));
  const absent = names.filter((name) => missingService(name) !== null);
  if (absent.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const packages = absent.flatMap((name) => services[name].packages);
    console.log(`installing ${packages.join(", ")} for the cluster tests (apt-get install)`);
    /** @type {import("node:child_process").SpawnSyncOptions} */
    const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    try {
      execFileSync("apt-get", ["update", "-qq"], options);
      spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options);
    } catch {}
  }
  return names.flatMap((name) => missingService(name) ?? []);
}

/**
 * A port that nobody listens on.
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * Waits until something listens on a port.
 * @param {number} port
 * @param {() => boolean} given up when this says so
 */
export async function waitForPort(port, given) {
  for (;;) {
    if (given()) throw new Error(`nothing listens on port ${port}: the server has ended`);
    const open = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("connect", () => resolve(socket.destroy() !== undefined));
      socket.on("error", () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A Redis server of one's own, in a folder of its own. It writes every change to disk, so it can be started again. */
export class OwnRedis {
  folder = mkdtempSync(join(tmpdir(), "salience-redis-"));
  port = 0;
  /** @type {import("node:child_process").ChildProcess | null} */
  child = null;

  /**
   * @param {readonly string[]} [words] further settings, such as --requirepass
   */
  constructor(words = []) {
    this.words = words;
  }

  /** Its address without a password. */
  get address() {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start() {
    this.port ||= await freePort();
    mkdirSync(this.folder, { recursive: true });
    const settings = ["--port", `${this.port}`, "--bind", "127.0.0.1", "--dir", this.folder, "--save", ""];
    const child = spawn(
      /** @type {string} */ (findProgram("redis-server")),
      [...settings, "--appendonly", "yes", "--appendfsync", "always", ...this.words],
      { stdio: "ignore" },
    );
    this.child = child;
    await waitForPort(this.port, () => child.exitCode !== null);
    return this;
  }

  /**
   * Ends the server; what it holds stays on disk.
   * @param {NodeJS.Signals} [signal]
   */
  async stop(signal = "SIGTERM") {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  /** Ends it for good. */
  async remove() {
    await this.stop("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A Slurm cluster of one node on this machine: munged, slurmctld and slurmd with ports and folders of their own. */
export class OwnSlurm {
  folder = mkdtempSync(join(tmpdir(), "salience-slurm-"));
  /** @type {import("node:child_process").ChildProcess[]} */
  children = [];

  /** What programs of Slurm's need in their environment. */
  get environment() {
    return { SLURM_CONF: join(this.folder, "slurm.conf") };
  }

  async start() {
    const munge = { uid: idOf("munge", "u"), gid: idOf("munge", "g") };
    const [keys, socket] = [join(this.folder, "munge"), join(this.folder, "munge/socket")];
    chmodSync(this.folder, 0o755);
    mkdirSync(keys);
    writeFileSync(join(keys, "key"), randomBytes(128), { mode: 0o400 });
    for (const path of [keys, join(keys, "key")]) chownSync(path, munge.uid, munge.gid);
    const [controller, node] = [await freePort(), await freePort()];
    for (const name of ["state", "spool"]) mkdirSync(join(this.folder, name));
    const host = hostname().split(".")[0];
    writeFileSync(
      join(this.folder, "slurm.conf"),
      [
        "ClusterName=salience",
        `SlurmctldHost=${host}(127.0.0.1)`,
        `SlurmctldPort=${controller}`,
        `SlurmdPort=${node}`,
        "SlurmUser=root",
        "SlurmdUser=root",
        "AuthType=auth/munge",
        "CredType=cred/munge",
        `AuthInfo=socket=${socket}`,
        `StateSaveLocation=${this.folder}/state`,
        `SlurmdSpoolDir=${this.folder}/spool`,
        `SlurmctldPidFile=${this.folder}/slurmctld.pid`,
        `SlurmdPidFile=${this.folder}/slurmd.pid`,
        `SlurmctldLogFile=${this.folder}/slurmctld.log`,
        `SlurmdLogFile=${this.folder}/slurmd.log`,
        "ProctrackType=proctrack/linuxproc",
        "TaskPlugin=task/none",
        "SelectType=select/cons_tres",
        "SelectTypeParameters=CR_CPU",
        "AccountingStorageType=accounting_storage/none",
        "JobAcctGatherType=jobacct_gather/none",
        "MpiDefault=none",
        "ReturnToService=2",
        "SchedulerParameters=batch_sched_delay=0,sched_interval=1",
        `NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN`,
        `PartitionName=main Nodes=${host} Default=YES MaxTime=INFINITE State=UP`,
        "",
      ].join("\n"),
    );
    const places = ["pid-file", "log-file", "seed-file"].map((name) => `--${name}=${keys}/${name}`);
    const own = ["--foreground", `--socket=${socket}`, `--key-file=${keys}/key`, ...places];
    this.launch("munged", own, munge);
    while (!existsSync(socket)) await this.wait();
    this.launch("slurmctld", ["-D", "-f", join(this.folder, "slurm.conf")]);
    await waitForPort(controller, () => this.hasEnded());
    this.launch("slurmd", ["-D", "-f", join(this.folder, "slurm.conf"), "-N", host]);
    const environment = { ...process.env, ...this.environment };
    for (;;) {
      const { stdout } = spawnSync("sinfo", ["--noheader", "--format=%T"], {
        env: environment,
        encoding: "utf8",
      });
      if (/^idle\s*$/.test(stdout ?? "")) return this;
      await this.wait();
    }
  }

  /**
   * @param {string} program
   * @param {readonly string[]} words
   * @param {{ uid?: number, gid?: number }} [user]
   */
  launch(program, words, user = {}) {
    const path = /** @type {string} */ (findProgram(program));
    const child = spawn(path, words, {
      ...user,
      stdio: "ignore",
      cwd: this.folder,
      env: { ...process.env, ...this.environment },
    });
    this.children.push(child);
  }

  hasEnded() {
    return this.children.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
  }

  async wait() {
    if (this.hasEnded()) throw new Error(`Slurm does not start; see the logs in ${this.folder}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  /** Ends it for good. */
  async remove() {
    for (const child of this.children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
      child.kill("SIGKILL");
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * The number of a user or of its group.
 * @param {string} user
 * @param {"u" | "g"} which
 */
function idOf(user, which) {
  return Number(execFileSync("id", [`-${which}`, user], { encoding: "utf8" }));
}
