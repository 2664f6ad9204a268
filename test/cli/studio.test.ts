import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { cli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

describe("salience studio", () => {
  test("serves the built page, and Ctrl-C ends it", async () => {
    const child = spawn(process.execPath, [cli, "studio", "--port", "0", "--no-open"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    try {
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
      const said = () => /The studio is at (http:\/\/127\.0\.0\.1:\d+\/)\s/.exec(output)?.[1];
      await expect.poll(said).toBeDefined();
      const address = said()!;
      const page = await fetch(address);
      expect(page.status).toBe(200);
      expect(page.headers.get("cross-origin-embedder-policy")).toBe("require-corp");
      const html = await page.text();
      expect(html).toContain("<title>Salience studio</title>");
      const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(html)?.[1];
      const { headers } = await fetch(`${address}${script}`);
      expect(headers.get("content-type")).toMatch("text/javascript");
    } finally {
      child.kill("SIGINT");
    }
    expect(await ended).toBe(130);
  });

  test("says what is wrong with a port, in a line", async () => {
    const { code, errors } = await runInside(["studio", "--port", "70000", "--no-open"], { cwd: "." });
    expect([code, errors]).toEqual([
      1,
      "salience: --port must be a whole number from 0 to 65535; 70000 was given\n",
    ]);
  });

  test("has a page of help", async () => {
    const { output } = await runInside(["studio", "--help"], { cwd: "." });
    expect(output).toContain("salience studio --port 8080 --no-open");
  });
});
