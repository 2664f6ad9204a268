#!/usr/bin/env node
import { main } from "./cli/main.js";

let ended = false;
// After the work is done an interrupt comes too late: it does not change the exit code.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => ended && process.exit());
process.exitCode = await main(process.argv.slice(2));
ended = true;
