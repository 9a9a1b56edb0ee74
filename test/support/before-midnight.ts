import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "./limits.ts";

/**
 * Runs before each test file. Many say "today" (UTC) when they begin, and write files that were finished today two minutes
 * ago: none begins where a day ends or has just begun.
 */
const dayMs = 86_400_000;
const beginMs = 125_000;
const atMs = Date.now() % dayMs;
if (atMs < beginMs) await sleep(beginMs - atMs);
else if (dayMs - atMs < limits.pageTest) await sleep(dayMs - atMs + beginMs);
