import { serveCalls, type ThreadStart } from "./wasm/serve-calls.js";

// What a kernel thread runs, in Node and in browsers. The build makes one script of it (generated/thread-script.js), from which
// threads are started: a script inside the program is found whatever a bundler does with files.
const port = globalThis.process?.getBuiltinModule?.("node:worker_threads").parentPort;
if (port) port.once("message", (start: ThreadStart) => serveCalls(start, () => port.postMessage("ready")));
else
  self.onmessage = (event: MessageEvent<ThreadStart>) =>
    serveCalls(event.data, () => self.postMessage("ready"));
