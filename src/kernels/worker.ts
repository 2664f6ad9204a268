import { serveCalls, type ThreadStart } from "./wasm/serve-calls.js";

// What a kernel thread runs in a browser. (In Node it is platform/node.ts.)
self.onmessage = (event: MessageEvent<ThreadStart>) =>
  serveCalls(event.data, () => self.postMessage("ready"));
