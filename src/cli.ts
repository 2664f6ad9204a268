#!/usr/bin/env node
import { main } from "./cli/main.js";

let ended = false;
// Between the end of the work and that of the process an interrupt comes too late: the exit code is what it is.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => ended && process.exit());
process.exitCode = await main(process.argv.slice(2));
ended = true;
