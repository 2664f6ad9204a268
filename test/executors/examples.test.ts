import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { work } from "../../src/cli/commands/work.js";
import { worker } from "../../src/cli/commands/worker.js";
import { parseArguments } from "../../src/cli/flags/parse-arguments.js";
import { version } from "../../src/index.js";

const folder = fileURLToPath(new URL("../../examples/cluster", import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/** Debian's Python has a YAML reader; there is none among the packages of the project. */
const python = "/usr/bin/python3";
const script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))";
const hasYaml = existsSync(python) && spawnSync(python, ["-c", "import yaml"]).status === 0;

function parseYaml(name: string) {
  const { status, stdout, stderr } = spawnSync(python, ["-c", script], {
    input: read(name),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

/** Reads the words of a command line of ours with the flags of its command. */
function expectCommand(words: readonly string[], positionals: number): void {
  const [name, ...rest] = words;
  const command = { work, worker }[name]!;
  const known = Object.assign({}, ...Object.values(command.flags()));
  expect(parseArguments(rest, known).positionals).toHaveLength(positionals);
}

describe("examples of clusters", () => {
  test.skipIf(!hasYaml)("docker-compose.yml", () => {
    const { services } = parseYaml("docker-compose.yml");
    const [npx, yes, program, ...words] = services.worker.command;
    expect([npx, yes, program]).toEqual(["npx", "--yes", `salience@${version}`]);
    expectCommand(words, 1);
    expect(services.redis.command).toContain("--appendonly");
    expect(services.worker.volumes[0]).toMatch(new RegExp(`:${words[words.indexOf("--data") + 1]}:ro$`));
  });

  test.skipIf(!hasYaml)("kubernetes-job.yaml", () => {
    const job = parseYaml("kubernetes-job.yaml");
    expect(job).toMatchObject({ apiVersion: "batch/v1", kind: "Job", spec: { completionMode: "Indexed" } });
    const { containers, volumes } = job.spec.template.spec;
    const [, , program, ...words] = containers[0].command;
    expect(program).toBe(`salience@${version}`);
    expectCommand(words, 1);
    expect(containers[0].volumeMounts[0].name).toBe(volumes[0].name);
    expect(words[1].startsWith(containers[0].volumeMounts[0].mountPath)).toBe(true);
  });

  test("salience-worker.service", (context) => {
    const [, line] = /^ExecStart=\/usr\/bin\/env salience (.*)$/m.exec(read("salience-worker.service"))!;
    expectCommand(line.split(" "), 1);
    const checked = spawnSync("systemd-analyze", ["verify", join(folder, "salience-worker.service")], {
      encoding: "utf8",
    });
    if (checked.error) return context.skip("systemd-analyze is not there to check the unit");
    expect(checked.stderr).toBe("");
    expect(checked.status).toBe(0);
  });

  test("shards.sbatch", () => {
    const text = read("shards.sbatch");
    expect(spawnSync("sh", ["-n", join(folder, "shards.sbatch")], { encoding: "utf8" }).stderr).toBe("");
    // Slurm reads its options up to the first command only.
    const options = [...text.slice(0, text.indexOf("\nexec ")).matchAll(/^#SBATCH --[a-z-]+=\S+$/gm)];
    expect(options).toHaveLength(text.match(/^#SBATCH/gm)!.length);
    expectCommand(/^exec salience (.*)$/m.exec(text)![1].split(" "), 1);
  });
});
