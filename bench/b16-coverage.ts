import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { addDays } from "#base/dates.ts";
import type { ListedRecord } from "#domain/portal-records.ts";
import { run } from "./support/children.ts";
import { fsyncsPerSecond } from "./support/limits.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { scratchFolder } from "./support/trees.ts";

const rounds = 5;
const reader = fileURLToPath(new URL("./support/list-reader-main.ts", import.meta.url));
const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A raw file as the portal lists it, 1,450 bytes long. */
function rawFile(n: number) {
  const date = addDays("2026-10-01", n % 31);
  const at = `${date}T12:00:00.000Z`;
  const uuid = uuidOf(n);
  const filename = `live_${date.replaceAll("-", "")}_${String(n).padStart(6, "0")}.nc`;
  const known = {
    uuid,
    checksum: String(n).padStart(32, "0"),
    filename,
    s3key: `hyytiala/${uuid}/${filename}`,
    measurementDate: date,
    size: "740000",
    status: "processed",
    createdAt: at,
    updatedAt: at,
    instrumentPid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
    tags: [],
    siteId: "hyytiala",
    instrumentId: "cl61d",
    instrumentInfoUuid: uuidOf(0),
    downloadUrl: `http://127.0.0.1/api/download/raw/${uuid}/${filename}`,
  };
  const missing = 1_450 - JSON.stringify(known).length - '"site":{"description":""},'.length;
  return { ...known, site: { description: "x".repeat(missing) } };
}

/** B16: one month of 18,000 raw files is read and kept, against curl and JSON.parse; then the days of three such instruments. */
export async function coverage(scale: number): Promise<Row[]> {
  const count = Math.round(18_000 * scale);
  const body = Buffer.from(JSON.stringify(Array.from({ length: count }, (_, n) => rawFile(n))));
  const server = createServer((_, answer) => {
    answer.setHeader("Content-Type", "application/json; charset=utf-8");
    answer.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peaks: Record<string, number[]> = {};
  const fsyncs: number[] = [];
  const ways = ["plain", "skyferry", "nothing"].map((name) => ({ name }));
  const taken = await inTurn(ways, rounds, async ({ name }) => {
    const scratch = scratchFolder("b16");
    if (name === "skyferry") fsyncs.push(fsyncsPerSecond(scratch.path));
    const ran = await run(process.execPath, [reader, name, url, join(scratch.path, "data")], process.env, {
      lookEveryMs: 10,
    });
    scratch.remove();
    peaks[name] = [...(peaks[name] ?? []), ran.peakMB];
    const { seconds, records } = JSON.parse(ran.stdout) as { seconds: number; records: number };
    if (name !== "nothing" && records !== count)
      throw new Error(`${name} read ${records} of ${count} records.`);
    return seconds;
  });
  server.close();
  const s = (name: string): string => median(taken[name] ?? []).toFixed(2);
  const moreMB = median(peaks.skyferry ?? []) - median(peaks.nothing ?? []);
  const seconds = median(taken.skyferry ?? []);
  const ratio = ratioOf(taken, "skyferry", "plain");
  const days = await daysOf(count);
  return [
    {
      id: "B16",
      what: `a month's list of ${count} raw files, read and kept, to curl and JSON.parse`,
      figures: `s: skyferry ${s("skyferry")}, curl and JSON.parse ${s("plain")}; MB more than without a list ${moreMB.toFixed(0)}; ${(body.length / 1e6).toFixed(0)} MB of JSON; fsyncs/s ${Math.round(median(fsyncs))}`,
      ratio,
      target: "≤ 3 s, ≤ 60 MB",
      holds: seconds <= 3 && moreMB <= 60,
      raw: { taken, peaks, fsyncs },
    },
    {
      id: "B16",
      what: `62 days of 3 instruments with ${count} records a month, from the ledger`,
      figures: `s ${days.seconds.toFixed(2)}; longest call that uploads wait for ${days.longestMs.toFixed(0)} ms`,
      ratio: days.longestMs / 100,
      target: "≤ 1 (100 ms)",
      holds: days.longestMs <= 100,
      raw: days,
    },
  ];
}

/** Figures of every day, while another call is asked for all the time: how long it waits is what an upload would wait. */
async function daysOf(perMonth: number): Promise<{ readonly seconds: number; readonly longestMs: number }> {
  const scratch = scratchFolder("b16-days");
  const ledger = await openLedger({ dataFolder: join(scratch.path, "data") });
  if ("message" in ledger) throw new Error(ledger.message);
  const reading = await ledger.beginReading("http://127.0.0.1");
  const names = ["one", "two", "three"];
  for (const [i, name] of names.entries())
    for (let n = 0; n < 2 * perMonth; n += 500)
      await ledger.keepRecords(
        Array.from({ length: 500 }, (_, at) => listed(i * 1e6 + n + at, name)),
        reading,
      );
  let longestMs = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      const askedAt = performance.now();
      await ledger.nextDueMs();
      longestMs = Math.max(longestMs, performance.now() - askedAt);
    }
  })();
  const startedAt = performance.now();
  for (const name of names)
    await ledger.dayFacts(
      { name, site: "hyytiala", list: "raw", kind: name, pid: name, tags: [], sameInstrument: [] },
      "2026-09-01",
      "2026-11-01",
    );
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  await others;
  await ledger.close();
  scratch.remove();
  return { seconds, longestMs };
}

function listed(n: number, instrumentPid: string): ListedRecord {
  const measurementDate = addDays("2026-09-01", n % 62);
  return {
    uuid: uuidOf(n),
    checksum: String(n).padStart(32, "0"),
    filename: `live_${measurementDate}_${n}.nc`,
    measurementDate,
    size: 740_000,
    status: "processed",
    updatedAtMs: 0,
    siteId: "hyytiala",
    instrumentPid,
    tags: [],
  };
}
