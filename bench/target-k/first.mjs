/** Chooses 20 features from the file that is named, in a process that has done nothing else; prints the processor time of that in seconds. */
import { readDataset, select } from "../../dist/node.js";

const data = await readDataset(process.argv[2]);
const before = process.cpuUsage();
await select(data, { method: "dfs", k: 20, threads: Number(process.argv[3]) });
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e6);
