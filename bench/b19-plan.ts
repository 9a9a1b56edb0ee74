import { mkdirSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createNodeFiles } from "#adapters/files/node-files.ts";
import { createNodeClock } from "#adapters/node-clock.ts";
import { addDays } from "#base/dates.ts";
import { compileAll } from "#domain/instrument-match.ts";
import { planSending } from "#station/plan/send-plan.ts";
import { loadNow } from "./support/process-facts.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { scratchFolder } from "./support/trees.ts";

const rounds = 5;
const mostTimes = 4;
const mostMegabytes = 200;
const filesADay = 100;

/** Files of a byte in a folder for each day, a hundred each. */
function writeDays(folder: string, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const day = addDays("2024-01-01", Math.floor(n / filesADay)).replaceAll("-", "");
    if (n % filesADay === 0) mkdirSync(join(folder, day), { recursive: true });
    writeFileSync(join(folder, day, `${day}_${n}.nc`), "x");
  }
}

/** B19: the plan of an instrument's files, against a walk through the same folders that asks for the size of each. */
export async function plan(scale: number): Promise<Row[]> {
  const count = Math.round(100_000 * scale);
  const scratch = scratchFolder("b19");
  const folder = join(scratch.path, "data");
  writeDays(folder, count);
  const ways = [{ name: "plan" }, { name: "walk" }];
  let mostBytes = 0;
  const taken = await inTurn(ways, rounds, async ({ name }) => {
    const before = process.memoryUsage().rss;
    const startedAt = performance.now();
    const found = name === "plan" ? await planned(folder) : await walked(folder);
    const seconds = (performance.now() - startedAt) / 1000;
    if (found !== count) throw new Error(`${name} found ${found} of ${count}.`);
    if (name === "plan") mostBytes = Math.max(mostBytes, process.memoryUsage().rss - before);
    return seconds;
  });
  scratch.remove();
  const s = (name: string): string => median(taken[name] ?? []).toFixed(2);
  const ratio = ratioOf(taken, "plan", "walk");
  const megabytes = Math.round(mostBytes / 1e6);
  return [
    {
      id: "B19",
      what: `plan of ${count} files in ${Math.ceil(count / filesADay)} folders, to a walk that asks for each size`,
      figures: `s: plan ${s("plan")}, walk and stat ${s("walk")}; ${megabytes} MB more memory; load ${loadNow()}`,
      ratio,
      target: `≤ ${mostTimes}, ≤ ${mostMegabytes} MB`,
      holds: ratio <= mostTimes && megabytes <= mostMegabytes,
      raw: { taken, mostBytes },
    },
  ];
}

async function walked(folder: string): Promise<number> {
  let found = 0;
  for (const name of await readdir(folder)) {
    const names = await readdir(join(folder, name));
    const sizes = await Promise.all(names.map(async (one) => (await stat(join(folder, name, one))).size));
    found += sizes.length;
  }
  return found;
}

/** The portal has none of them. */
async function planned(folder: string): Promise<number> {
  const clock = createNodeClock();
  const files = createNodeFiles();
  const instrument = {
    ...{ name: "Bench", site: "hyytiala", instrument: "cl61d", pid: "pid", tags: [], folder },
    ...{ pattern: "%Y%m%d/%Y%m%d_*.nc", finish: { policy: "settle", seconds: 60 } as const },
    ...{ since: null, network: false, expectEveryMinutes: null, offUntil: null, check: "warn" as const },
  };
  const portal = { listRawFiles: async () => ({ kind: "listed" as const, count: 0 }) };
  const { signal } = new AbortController();
  const keeper = { deliveredPlaces: async () => [] };
  const parts = { clock, files, portal: portal as never, keeper, pathStyle: "posix" as const };
  const asked = { all: compileAll([instrument as never]), names: [instrument.name] };
  const made = await planSending(parts, asked, null, signal);
  await files.close();
  return made.kind === "planned" ? made.plan.days.reduce((sum, { files: found }) => sum + found, 0) : -1;
}
