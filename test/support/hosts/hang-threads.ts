import { open } from "node:fs";
import { Worker } from "node:worker_threads";

// A pipe that nobody writes to keeps eight threads of the pool, and one of its own in a call that does not return, as drives
// that hang do.
const pipe = process.env.HANGING_PIPE ?? "";
for (let count = 0; count < 8; count += 1) open(pipe, "r", () => {});
new Worker(`require("node:fs").openSync(${JSON.stringify(pipe)}, "r")`, { eval: true });
