import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { addDays } from "#base/dates.ts";
import { type DataFolder, openDataFolder } from "#compose/data-folder.ts";
import type { Answer } from "#contract/methods.ts";
import { daysOfMonth } from "#domain/calendar-month.ts";
import { recordKey } from "#domain/file-version.ts";
import { opened, uploadInsert } from "./support/filled-ledger.ts";
import { loadNow } from "./support/process-facts.ts";
import type { Row } from "./support/report.ts";
import { scratchFolder } from "./support/trees.ts";

const mostOfCore = 0.1;
const mostRequests = 2;
const fileBytes = 4_096;
const months = ["2026-03", "2026-04", "2026-05", "2026-06", "2026-07"];
const sources = ["chm15k", "hatpro", "mira-35", "cl61d"].map((instrument, at) => ({
  name: `Bench ${instrument}`,
  site: "hyytiala",
  instrument,
  pid: `https://hdl.handle.net/21.12132/3.${String(at).padStart(16, "0")}`,
}));
type Source = (typeof sources)[number];

interface DeliveredFile {
  readonly source: Source;
  readonly path: string;
  readonly filename: string;
  readonly date: string;
  readonly checksum: string;
}

/** B20: which of the files of months may be removed, as paced by the product, against plain hashing of the same files. */
export async function cleanupOfYears(scale: number): Promise<Row[]> {
  const each = Math.max(1, Math.round((100_000 * scale) / months.length / sources.length));
  const scratch = scratchFolder("b20");
  const files = written(scratch.path, each);
  const byList = Map.groupBy(files, ({ source, date }) => `${source.instrument} ${date.slice(0, 7)}`);
  let requests = 0;
  const server = createServer((request, answer) => {
    requests += 1;
    const { searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    const month = searchParams.get("dateFrom")?.slice(0, 7) ?? "";
    answer.setHeader("Content-Type", "application/json; charset=utf-8");
    answer.end(
      JSON.stringify((byList.get(`${searchParams.get("instrument")} ${month}`) ?? []).map(recordOf)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dataFolder = join(scratch.path, "data");
  await fill(dataFolder, url, files);
  await look(dataFolder);
  const db = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
  db.exec("UPDATE portal_lists SET whole_at_ms = whole_at_ms - 660000, read_at_ms = read_at_ms - 660000");
  db.close();

  const plain = measuredSync(() => {
    for (const { path } of files) createHash("md5").update(readFileSync(path)).digest("hex");
  });
  requests = 0;
  const paced = await look(dataFolder);
  if (paced.named !== files.length) throw new Error(`${paced.named} of ${files.length} files were named.`);
  server.close();
  scratch.remove();
  const ratio = paced.cpuS / plain.cpuS;
  const ofCore = paced.cpuS / paced.wallS;
  const aList = requests / byList.size;
  return [
    {
      id: "B20",
      what: `cleanup of ${files.length} files of 4 KiB, processor time to plain hashing of them`,
      figures: `s of a core: cleanup ${paced.cpuS.toFixed(1)} in ${paced.wallS.toFixed(0)} s, hashing ${plain.cpuS.toFixed(1)}; ${(100 * ofCore).toFixed(1)} % of a core; ${aList.toFixed(1)} requests an instrument and month; load ${loadNow()}`,
      ratio,
      target: "≤ 10 % of a core, ≤ 2 requests",
      holds: ofCore <= mostOfCore && aList <= mostRequests,
      raw: { plain, paced, requests },
    },
  ];
}

interface Taken {
  /** Processor time of all threads, seconds. */
  readonly cpuS: number;
  readonly wallS: number;
}

function since(startedAt: number, cpu: NodeJS.CpuUsage): Taken {
  const { user, system } = process.cpuUsage(cpu);
  return { cpuS: (user + system) / 1e6, wallS: (performance.now() - startedAt) / 1000 };
}

function measuredSync(work: () => void): Taken {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  work();
  return since(startedAt, cpu);
}

async function look(dataFolder: string): Promise<Taken & { readonly named: number }> {
  const station = await openDataFolder({
    dataFolder,
    settingsFile: null,
    passwordFile: null,
    env: { SKYFERRY_PASSWORD: "station" },
    version: "bench",
  });
  if ("message" in station) throw new Error(station.message);
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const named = await namedBy(station);
  const taken = since(startedAt, cpu);
  await station.close();
  return { ...taken, named };
}

async function namedBy(station: DataFolder): Promise<number> {
  const handlers = await station.handlers();
  const { signal } = new AbortController();
  const wish = {
    olderThanDays: 30,
    require: "processed",
    instrument: null,
    now: false,
    waits: false,
  } as const;
  await handlers["cleanup.start"](wish, signal);
  for (;;) {
    const reply = await handlers["cleanup.read"]({}, signal);
    const state: Answer<"cleanup.read"> | null = reply.ok ? reply.value : null;
    if (state === null || !state.running) return state?.result?.files ?? 0;
    await sleep(200);
  }
}

/** Files of every instrument and month, `each` of them, with their bytes on the disk. */
function written(root: string, each: number): readonly DeliveredFile[] {
  const content = randomBytes(fileBytes);
  const time = new Date("2026-08-01T00:00:00Z");
  const files: DeliveredFile[] = [];
  for (const source of sources) {
    const folder = join(root, source.instrument);
    mkdirSync(folder, { recursive: true });
    for (const month of months) {
      const days = Number(daysOfMonth(month).to.slice(8));
      for (let n = 0; n < each; n += 1) {
        const date = addDays(`${month}-01`, n % days);
        const filename = `x_${files.length}_${date.replaceAll("-", "")}.nc`;
        const path = join(folder, filename);
        content.writeUInt32LE(files.length, 0);
        writeFileSync(path, content);
        utimesSync(path, time, time);
        const checksum = createHash("md5").update(content).digest("hex");
        files.push({ source, path, filename, date, checksum });
      }
    }
  }
  return files;
}

const uuidOf = (checksum: string) =>
  checksum.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");

function recordOf({ source, filename, date, checksum }: DeliveredFile) {
  const uuid = uuidOf(checksum);
  return {
    uuid,
    checksum,
    filename,
    measurementDate: date,
    size: String(fileBytes),
    status: "processed",
    createdAt: `${date}T12:00:00.000Z`,
    updatedAt: `${date}T12:00:00.000Z`,
    instrumentPid: source.pid,
    tags: [],
    siteId: source.site,
    instrumentId: source.instrument,
    downloadUrl: `http://127.0.0.1/api/download/raw/${uuid}/${filename}`,
    site: { id: source.site },
  };
}

async function fill(dataFolder: string, url: string, files: readonly DeliveredFile[]): Promise<void> {
  mkdirSync(dataFolder, { recursive: true });
  const instruments = sources.map((one) => ({
    ...one,
    folder: join(dataFolder, "..", one.instrument),
    pattern: "x_*_%Y%m%d.nc",
  }));
  const settings = { portal: { url, username: "station" }, instruments };
  writeFileSync(join(dataFolder, "settings.json"), JSON.stringify(settings));
  await (await opened(dataFolder)).close();
  const db = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
  db.exec("PRAGMA synchronous = OFF; BEGIN");
  const insert = uploadInsert(db);
  const mtimeUs = Date.parse("2026-08-01T00:00:00Z") * 1_000;
  for (const [number, { source, filename, date, checksum }] of files.entries()) {
    const { name: instrument, site, pid } = source;
    insert({
      id: number,
      number,
      instrument,
      row: { relPath: filename, size: fileBytes, mtimeUs },
      date,
      recordKey: recordKey({ site, measurementDate: date, filename, pid, tags: [] }),
      state: "delivered",
      lane: "backfill",
      atMs: mtimeUs / 1_000,
      checksum,
    });
  }
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}
