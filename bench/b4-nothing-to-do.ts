import { execFileSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createNodeFiles } from "#adapters/files/node-files.ts";
import { createNodeClock } from "#adapters/node-clock.ts";
import { compilePattern } from "#domain/pattern/pattern.ts";
import { createDrives } from "#engine/discovery/drives.ts";
import { createEmptyFileWatch } from "#engine/discovery/empty-files.ts";
import { createFolderStates } from "#engine/discovery/folder-state.ts";
import { createScanner } from "#engine/discovery/scanner.ts";
import { createUnsettled } from "#engine/discovery/unsettled.ts";
import { fillLedger, markOnDisk, opened } from "./support/filled-ledger.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { scratchFolder } from "./support/trees.ts";

const settledAt = new Date("2024-03-01T12:00:00Z");

/** B4: a rescan over 100,000 delivered files; against `find -printf` over the same tree. */
export async function nothingToDo(scale: number): Promise<Row[]> {
  const count = Math.round(100_000 * scale);
  const scratch = scratchFolder("b4");
  const folder = join(scratch.path, "files");
  const rows = writeTree(folder, count);
  const data = join(scratch.path, "station");
  await fillLedger(data, "Bench", "delivered", rows);

  const files = createNodeFiles();
  const clock = createNodeClock();
  const ledger = await opened(data);
  const compiled = compilePattern("%Y/*/x_*_%Y%m%d.nc");
  if (compiled.kind === "refused") throw new Error(compiled.reason);
  const configured = { instrument: instrumentIn(folder), pattern: compiled.pattern };
  let queued = 0;
  let opens = 0;
  let doubts = 0;
  const scanner = createScanner({
    clock,
    files: {
      ...files,
      open(...args) {
        opens += 1;
        return files.open(...args);
      },
    },
    ledger,
    unsettled: createUnsettled(clock),
    facts: createFolderStates(clock),
    empty: createEmptyFileWatch(clock),
    drives: createDrives(files, null),
    pathStyle: "posix",
    instruments: () => [configured],
    onQueued: (uploads) => {
      queued += uploads.length;
    },
    onDoubted: (_, files) => {
      doubts += files.length;
    },
    onChanged: () => {},
    runOnce: null,
  });
  const ways = [
    {
      name: "find",
      run: async () => void execFileSync("find", [folder, "-printf", "%p %s %T@\n"], bigOutput),
    },
    { name: "rescan", run: () => scanner.rescan(configured, new AbortController().signal) },
  ];
  const time = async (way: (typeof ways)[number]) => {
    const startedAt = performance.now();
    await way.run();
    return (performance.now() - startedAt) / 1000;
  };
  for (const way of ways) await time(way);
  const taken = await inTurn(ways, 5, time);
  await Promise.all([files.close(), ledger.close()]);
  scratch.remove();
  if (doubts > 0) throw new Error(`${doubts} delivered files would be read again`);
  if (queued > 0) throw new Error(`${queued} delivered files were queued again`);
  const ratio = ratioOf(taken, "rescan", "find");
  const seconds = (name: string) => median(taken[name] ?? []).toFixed(2);
  return [
    {
      id: "B4",
      what: `${count} delivered files, nothing to do`,
      figures: `s: find ${seconds("find")}, rescan ${seconds("rescan")}; files opened ${opens}`,
      ratio,
      target: "≤ 3, nothing read or asked",
      holds: ratio <= 3 && opens === 0,
      raw: taken,
    },
  ];
}

const bigOutput = { maxBuffer: 1 << 30 };

function writeTree(folder: string, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const inner = join(folder, "2024", String(index % 100));
    if (index < 100) mkdirSync(inner, { recursive: true });
    const name = `x_${index}_20240301.nc`;
    writeFileSync(join(inner, name), "data");
    utimesSync(join(inner, name), settledAt, settledAt);
    const mark = markOnDisk(join(inner, name));
    return { relPath: `2024/${index % 100}/${name}`, size: 4, mtimeUs: settledAt.getTime() * 1000, mark };
  });
}

function instrumentIn(folder: string) {
  return {
    name: "Bench",
    site: "hyytiala",
    instrument: "chm15k",
    pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
    folder,
    pattern: "%Y/*/x_*_%Y%m%d.nc",
    tags: [],
    finish: { policy: "settle", seconds: 60 },
    since: null,
    network: false,
    expectEveryMinutes: null,
  } as const;
}
