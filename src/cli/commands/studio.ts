import { spawn } from "node:child_process";
import { serveStudio } from "../../node/studio-server.js";
import type { Command, Invocation } from "../command.js";
import { talkFlags } from "../flags/shared-flags.js";

/** `salience studio`: the browser application, served to this machine. */
export const studio: Command = {
  name: "studio",
  summary: "opens the studio: feature selection in the browser, on this machine, with nothing uploaded",
  positional: "",
  examples: ["salience studio", "salience studio --port 8080 --no-open"],
  flags: () => ({
    Studio: {
      port: { value: "N", type: "number", help: "the port (the first free one from 4173 on); 0: any" },
      open: { help: "--no-open does not open the browser" },
    },
    Talking: { quiet: talkFlags.quiet, verbose: talkFlags.verbose, help: talkFlags.help },
  }),
  run,
};

/** Serves until Ctrl-C, which is the usual end and no interruption of work. */
async function run({ flags, terminal, signal }: Invocation): Promise<void> {
  const server = await serveStudio({ port: flags.port as number | undefined });
  terminal.print(`The studio is at ${server.address}`);
  terminal.note("Files that you open there stay on this computer. Ctrl-C ends it.");
  if (flags.open !== false) openBrowser(server.address);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.close();
}

/** Where there is no browser to open, the printed address has to do. */
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
