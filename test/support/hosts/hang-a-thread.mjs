import { open } from "node:fs";
import { isMainThread } from "node:worker_threads";

// A pipe that nobody writes to keeps a thread of the pool, as a drive that hangs does.
if (isMainThread) setTimeout(() => open(process.env.HANGING_PIPE, "r", () => {}), 500);
