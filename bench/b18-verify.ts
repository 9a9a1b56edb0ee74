import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { addDays } from "#base/dates.ts";
import { type DataFolder, openDataFolder } from "#compose/data-folder.ts";
import type { Answer, Handlers } from "#contract/methods.ts";
import { recordKey } from "#domain/file-version.ts";
import { opened, uploadInsert } from "./support/filled-ledger.ts";
import { loadNow } from "./support/process-facts.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { scratchFolder } from "./support/trees.ts";

const rounds = 5;
const mostTimes = 6;
const sources = ["chm15k", "hatpro", "mira-35"].map((instrument, at) => ({
  name: `Bench ${instrument}`,
  site: "hyytiala",
  instrument,
  pid: `https://hdl.handle.net/21.12132/3.${String(at).padStart(16, "0")}`,
}));
type Source = (typeof sources)[number];

const firstDate = "2026-10-01";
const fileOf = (number: number) => {
  const measurementDate = addDays(firstDate, number % 31);
  return { measurementDate, filename: `x_${number}_${measurementDate.replaceAll("-", "")}.nc` };
};

/** B18: a month of three instruments is compared with the portal, against the same lists read by fetch and JSON.parse. */
export async function verifyMonth(scale: number): Promise<Row[]> {
  const count = Math.round(8_928 * scale);
  const bodies = new Map(sources.map((source, at) => [source.instrument, listOf(source, at, count)]));
  let requests = 0;
  const server = createServer((request, answer) => {
    requests += 1;
    const { searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    answer.setHeader("Content-Type", "application/json; charset=utf-8");
    answer.end(bodies.get(searchParams.get("instrument") ?? "") ?? "[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const scratch = scratchFolder("b18");
  const dataFolder = join(scratch.path, "data");
  await fill(dataFolder, url, count);
  const station = await openDataFolder({
    dataFolder,
    settingsFile: null,
    passwordFile: null,
    env: { SKYFERRY_PASSWORD: "station" },
    version: "bench",
  });
  if ("message" in station) throw new Error(station.message);
  const taken = await measured(station, url, count);
  const asked = requests / rounds / 2;
  await station.close();
  server.close();
  scratch.remove();
  const s = (name: string): string => median(taken[name] ?? []).toFixed(2);
  const ratio = ratioOf(taken, "verify", "bare lists");
  return [
    {
      id: "B18",
      what: `verify of a month of 3 instruments, ${3 * count} receipts, to the bare list requests`,
      figures: `s: verify ${s("verify")}, fetch and JSON.parse ${s("bare lists")}; ${asked} requests; load ${loadNow()}`,
      ratio,
      target: `≤ ${mostTimes}, 3 requests`,
      holds: ratio <= mostTimes && asked === 3,
      raw: taken,
    },
  ];
}

async function measured(station: DataFolder, url: string, count: number): Promise<Record<string, number[]>> {
  const handlers = await station.handlers();
  const ways = [{ name: "verify" }, { name: "bare lists" }];
  return await inTurn(ways, rounds, async ({ name }) => {
    const startedAt = performance.now();
    const found = name === "verify" ? await verified(handlers) : await bareLists(url);
    if (found !== 3 * count) throw new Error(`${name} found ${found} of ${3 * count}.`);
    return (performance.now() - startedAt) / 1000;
  });
}

async function verified(handlers: Handlers): Promise<number> {
  const { signal } = new AbortController();
  await handlers["verify.start"]({ dates: [{ from: firstDate, to: "2026-10-31" }], disk: false }, signal);
  for (;;) {
    const reply = await handlers["verify.read"]({}, signal);
    const state: Answer<"verify.read"> | null = reply.ok ? reply.value : null;
    if (state === null || !state.isRunning) return state?.result?.same ?? 0;
    await sleep(5);
  }
}

async function bareLists(url: string): Promise<number> {
  let records = 0;
  for (const { site, instrument } of sources) {
    const span = "dateFrom=2026-10-01&dateTo=2026-10-31";
    const answer = await fetch(`${url}/api/raw-files?site=${site}&instrument=${instrument}&${span}`);
    records += (JSON.parse(await answer.text()) as unknown[]).length;
  }
  return records;
}

/** Each record has about the length of a real one. */
function listOf({ site, instrument, pid }: Source, at: number, count: number): Buffer {
  const records = Array.from({ length: count }, (_, n) => {
    const number = at * 1_000_000 + n;
    const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const { measurementDate, filename } = fileOf(number);
    return {
      uuid,
      checksum: number.toString(16).padStart(32, "0"),
      filename,
      measurementDate,
      size: "740000",
      status: "processed",
      createdAt: `${measurementDate}T12:00:00.000Z`,
      updatedAt: `${measurementDate}T12:00:00.000Z`,
      instrumentPid: pid,
      tags: [],
      siteId: site,
      instrumentId: instrument,
      downloadUrl: `http://127.0.0.1/api/download/raw/${uuid}/${filename}`,
      site: { id: site, description: "x".repeat(880) },
    };
  });
  return Buffer.from(JSON.stringify(records));
}

async function fill(dataFolder: string, url: string, count: number): Promise<void> {
  mkdirSync(dataFolder, { recursive: true });
  const instruments = sources.map((one) => {
    const folder = join(dataFolder, "..", one.instrument);
    mkdirSync(folder, { recursive: true });
    return { ...one, folder, pattern: "x_*_%Y%m%d.nc" };
  });
  const settings = { portal: { url, username: "station" }, instruments };
  writeFileSync(join(dataFolder, "settings.json"), JSON.stringify(settings));
  await (await opened(dataFolder)).close();
  const db = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
  db.exec("PRAGMA synchronous = OFF; BEGIN");
  const insert = uploadInsert(db);
  for (const [at, { name: instrument, site, pid }] of sources.entries())
    for (let n = 0; n < count; n++) {
      const number = at * 1_000_000 + n;
      const { measurementDate: date, filename } = fileOf(number);
      const row = { relPath: filename, size: 740_000, mtimeUs: 1_760_000_000_000_000 };
      const key = recordKey({ site, measurementDate: date, filename, pid, tags: [] });
      insert({
        id: number,
        number,
        instrument,
        row,
        date,
        recordKey: key,
        state: "delivered",
        lane: "backfill",
        atMs: 1_760_000_000_000,
      });
    }
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}
