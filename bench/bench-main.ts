import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { flagsOf } from "#test/support/hosts/program.ts";
import { smallFiles } from "./b1-small-files.ts";
import { latency } from "./b2-latency.ts";
import { largeFiles } from "./b3-large-files.ts";
import { nothingToDo } from "./b4-nothing-to-do.ts";
import { closeToQueued } from "./b5-close-to-queued.ts";
import { memory } from "./b6-memory.ts";
import { idle } from "./b7-idle.ts";
import { firstUpload } from "./b8-first-upload.ts";
import { intake } from "./b9-intake.ts";
import { coveragePage } from "./b10-coverage.ts";
import { dayWall } from "./b10-day-wall.ts";
import { pages } from "./b10-pages.ts";
import { firstView } from "./b10-start.ts";
import { bandwidth } from "./b11-bandwidth.ts";
import { commands } from "./b12-commands.ts";
import { processorTime } from "./b13-processor-time.ts";
import { atRest } from "./b14-at-rest.ts";
import { tests } from "./b15-tests.ts";
import { coverage } from "./b16-coverage.ts";
import { contentCheck } from "./b17-content-check.ts";
import { verifyMonth } from "./b18-verify.ts";
import { plan } from "./b19-plan.ts";
import { cleanupOfYears } from "./b20-cleanup.ts";
import { freshBesideBacklog } from "./b21-fresh-beside-backlog.ts";
import { millionRows } from "./l1-million-rows.ts";
import { scrape } from "./m1-scrape.ts";
import { filesGrow, foldersGrow } from "./s-growth.ts";
import { printTable, type Row } from "./support/report.ts";

const help = `Benchmarks: prints the table of bench/README.md and writes every value to bench/results/<time>.json.

Usage: npm run long -- bench [--only B1[,B4…]] [--scale 0.1]

  --only B1,B4   these rows only
  --scale S      trees, ledgers and rounds of S times the size: a check that it runs, no measurement; default: 1

Ends with 0 when everything was measured, whether targets hold or not; with 2 for bad usage.
`;

const benches: Readonly<Record<string, (scale: number) => Promise<Row[]>>> = {
  B1: smallFiles,
  B2: latency,
  B3: largeFiles,
  B4: nothingToDo,
  B5: closeToQueued,
  B6: memory,
  B7: idle,
  B8: firstUpload,
  B9: intake,
  B10: async (scale) => [
    ...(await pages(scale)),
    ...(await coveragePage()),
    ...(await firstView(scale)),
    ...(await dayWall()),
  ],
  B11: bandwidth,
  B12: commands,
  B13: processorTime,
  B14: atRest,
  B15: tests,
  B16: coverage,
  B17: contentCheck,
  B18: verifyMonth,
  B19: plan,
  B20: cleanupOfYears,
  B21: freshBesideBacklog,
  S1: filesGrow,
  S2: foldersGrow,
  L1: millionRows,
  M1: scrape,
};
const flags = flagsOf({ name: "bench", help, read: readFlags });
if (typeof flags === "number") process.exit(flags);
const { chosen, scale } = flags;
const rows: Row[] = [];
for (const [id, bench] of Object.entries(benches)) {
  if (!chosen.includes(id)) continue;
  process.stderr.write(`${id} …\n`);
  rows.push(...(await bench(scale)));
}
const machine = {
  cores: cpus().length,
  processor: cpus()[0]?.model ?? "",
  memoryGB: Math.round(totalmem() / 1e9),
  node: process.version,
};
const at = new Date().toISOString();
const folder = new URL("./results/", import.meta.url);
mkdirSync(folder, { recursive: true });
const file = new URL(`${at.replaceAll(":", "-").slice(0, 19)}.json`, folder);
writeFileSync(file, JSON.stringify({ at, scale, machine, rows }, null, 2));
process.stdout.write(
  `${printTable(rows)}\n\n${machine.cores} cores, ${machine.processor}, Node ${machine.node}, ${at}\nReport: ${fileURLToPath(file)}\n`,
);

/** The flags, or what is wrong with them. */
function readFlags(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h" },
      only: { type: "string" },
      scale: { type: "string", default: "1" },
    },
  });
  const known = Object.keys(benches);
  const chosen = values.only?.toUpperCase().split(",") ?? known;
  const unknown = chosen.find((id) => !known.includes(id));
  if (unknown !== undefined) return `--only: there is no row ${unknown}; there are ${known.join(", ")}.`;
  const scale = Number(values.scale);
  if (!(scale > 0 && scale <= 100))
    return `--scale must be a number above 0, such as 0.1, not ${values.scale}.`;
  return { help: values.help === true, chosen, scale };
}
