import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "./support/children.ts";
import { fillLedger } from "./support/filled-ledger.ts";
import { median, type Row } from "./support/report.ts";
import { deliveredRows, scratchFolder, writeSettings } from "./support/trees.ts";

const probe = new URL("./support/idle-host-main.ts", import.meta.url).pathname;

/** B6: memory of a running host with 100,000 queued and 1,000,000 delivered uploads; against an empty one. */
export async function memory(scale: number): Promise<Row[]> {
  const scratch = scratchFolder("b6");
  const empty = join(scratch.path, "empty");
  const full = join(scratch.path, "full");
  for (const data of [empty, full]) {
    mkdirSync(join(data, "files"), { recursive: true });
    writeSettings(join(data, "settings.json"), "http://127.0.0.1:9", join(data, "files"));
  }
  const queued = Math.round(100_000 * scale);
  const delivered = Math.round(1_000_000 * scale);
  await fillLedger(full, "Bench", "delivered", deliveredRows(delivered));
  await fillLedger(full, "Bench", "queued", deliveredRows(queued, delivered));
  const taken: Record<string, number[]> = { empty: [], full: [] };
  for (let round = 0; round < 3; round++)
    for (const [name, data] of [
      ["empty", empty],
      ["full", full],
    ] as const) {
      const ran = await run(process.execPath, [probe, data]);
      taken[name]?.push((JSON.parse(ran.stdout) as { residentMB: number }).residentMB);
    }
  scratch.remove();
  const more = median(taken.full ?? []) - median(taken.empty ?? []);
  return [
    {
      id: "B6",
      what: `memory with ${queued} queued and ${delivered} delivered`,
      figures: `MB resident: empty ${median(taken.empty ?? []).toFixed(0)}, full ${median(taken.full ?? []).toFixed(0)}, ${more.toFixed(0)} more`,
      ratio: more / 30,
      target: "≤ 1 (30 MB more)",
      holds: more <= 30,
      raw: taken,
    },
  ];
}
