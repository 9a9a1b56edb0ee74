import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type FilledRow, fillLedger } from "./filled-ledger.ts";
import { writeSettings } from "./trees.ts";

const program = new URL("./pages-host-main.ts", import.meta.url).pathname;

/** A host that serves pages and sends nothing, in a process of its own. */
export interface PagesHost {
  /** Address of the pages with the token. */
  readonly ui: string;
  /** From the start of the process to its first line, milliseconds. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts a host on a data folder; `pages` is the folder of the built pages. */
export async function startPagesHost(dataFolder: string, pages: string): Promise<PagesHost> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, dataFolder, pages], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const readyMs = performance.now() - startedAt;
  const { ui } = JSON.parse(line) as { ui: string };
  return {
    ui,
    readyMs,
    async stop() {
      child.stdin.end();
      await once(child, "close");
    },
  };
}

/** A station with one instrument, "Bench", whose ledger holds `count` queued uploads. Gives its data folder. */
export async function writeStation(root: string, name: string, count: number): Promise<string> {
  const data = join(root, name);
  mkdirSync(join(data, "files"), { recursive: true });
  writeSettings(join(data, "settings.json"), "http://127.0.0.1:9", join(data, "files"));
  if (count > 0) await fillLedger(data, "Bench", "queued", queuedRows(count));
  return data;
}

/** Id of the upload that the queue shows in a row of such a station; the newest found is the first. */
export function idOfRow(row: number, count: number): string {
  return `018df000-0000-7000-8000-${(2 ** 40 + count - 1 - row).toString(16).padStart(12, "0")}`;
}

function* queuedRows(count: number): Generator<FilledRow> {
  const oneDayUs = 86_400_000_000;
  const newest = Date.now() * 1000 - oneDayUs;
  for (let index = 0; index < count; index++)
    yield {
      relPath: `2024/03/01/x_${String(index).padStart(7, "0")}_20240301.nc`,
      size: 100_000 + ((index * 7919) % 900_000),
      mtimeUs: newest - (count - index) * 1_000_000,
    };
}
