import { spawn } from "node:child_process";
import { serveStudio } from "../../node/studio-server.js";
import { defineCommand } from "../command.js";
import { talkFlags } from "../flags/shared-flags.js";

/** `salience studio`: the browser application, served to this machine. */
export const studio = defineCommand({
  examples: ["salience studio", "salience studio --port 8080 --no-open"],
  flags: () => ({
    Studio: {
      port: {
        value: "N",
        type: "number",
        help: "the port; 0 for any free one (the first free one from 4173)",
      },
      open: { help: "open the browser; --no-open if not" },
    },
    Talking: talkFlags,
  }),
  /** Serves until Ctrl-C. */
  async run({ flags, terminal, signal }) {
    const server = await serveStudio({ port: flags.port });
    terminal.print(`The studio is at ${server.address}`);
    await terminal.flush();
    terminal.note("Files that you open there stay on this computer. Press Ctrl-C to stop.");
    if (flags.open !== false) openBrowser(server.address);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await server.close();
    return "interrupted";
  },
});

/** If no browser can be opened, the printed address is enough. */
function openBrowser(address: string): void {
  const [command, ...words] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", ""]
        : ["xdg-open"];
  const child = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
