import { hash } from "node:crypto";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { dispatch } from "#api/dispatch.ts";
import { createHandlers } from "#api/handlers/all.ts";
import type { MethodName } from "#contract/methods.ts";
import { createCoverage } from "#station/coverage/coverage.ts";
import { createMonthlyReports } from "#station/report/monthly-reports.ts";
import { createStation } from "#station/station.ts";
import { createStationLog } from "#station/station-events/log.ts";
import { configuration, EngineFixture, instrument } from "#test/support/builders/engine-fixture.ts";
import { enqueued, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { createFakePortalReads } from "#test/support/fakes/fake-portal-reads.ts";
import { createFakeShell } from "#test/support/fakes/fake-shell.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

const file = "ledger.sqlite";
const states = ["delivered", "blocked", "waiting", "queued", "cancelled"] as const;
const instruments = ["Cloud radar", "Ceilometer"].map((name) =>
  instrument({ name, folder: `/data/${name}` }),
);
/** Another value in a row of the ledger. */
export interface OddValue {
  readonly table: "uploads" | "journal" | "station_events";
  readonly column: string;
  /** Number of the row, from 1. */
  readonly seq: number;
  readonly value: SQLInputValue;
}

/** Makes a ledger with an upload in each of some states, its journal and two events of the station; gives the uploads' ids. */
export async function makeLedger(folder: string): Promise<readonly string[]> {
  const ledger = ready(openInThread({ dataFolder: folder }));
  const ids: string[] = [];
  for (const [n, state] of states.entries()) {
    const upload = await enqueued(ledger, found(n, { instrument: instruments[n % 2]?.name ?? "" }), state);
    ids.push(upload.id);
  }
  const detail = { cause: "unreachable" } as const;
  await ledger.recordEvents(
    [
      { type: "begin", kind: "outage", subject: "", fromMs: noonMs, detail },
      { type: "note", kind: "ledger-begun", subject: "", atMs: noonMs, detail: {} },
    ],
    null,
  );
  await ledger.close();
  return ids;
}

/** Questions whose answers hold rows of the ledger, by what they are called in `Asked`. */
function questionsAbout(ids: readonly string[]): Readonly<Record<string, readonly [MethodName, unknown]>> {
  const windows = [{ filter: { states: ["blocked", "waiting"] } }, { filter: { text: "ZEN" } }];
  const span = { from: "2026-03-01", to: "2026-03-06" };
  const [radar, ceilometer] = instruments;
  const ofUploads = ids.flatMap((id, n): [string, readonly [MethodName, unknown]][] => [
    [`explain ${n + 1}`, ["explain", { path: `${instruments[n % 2]?.folder}/${found(n).relPath}` }]],
    [`upload ${n + 1}`, ["upload", { id }]],
    [`history ${n + 1}`, ["upload.history", { id }]],
  ]);
  return {
    status: ["status", {}],
    uploads: ["uploads", {}],
    queue: ["queue", {}],
    changed: ["queue", { order: "changed" }],
    "by size": ["queue", { order: "size" }],
    windows: ["queue.windows", { windows }],
    counts: ["queue.counts", {}],
    journal: ["journal", {}],
    "journal's page": ["journal.page", {}],
    export: ["journal.export", {}],
    receipts: ["receipts", {}],
    report: ["report", { month: "2026-03" }],
    activity: ["activity", {}],
    "days of the log": ["log.days", span],
    events: ["log.events", {}],
    since: ["log.since", { from: "2026-03-05T00:00:00.000Z" }],
    days: ["coverage.days", span],
    radar: ["coverage.day", { instrument: radar?.name, date: "2026-03-05" }],
    ceilometer: ["coverage.day", { instrument: ceilometer?.name, date: "2026-03-05" }],
    ...Object.fromEntries(ofUploads),
  };
}

/** The numbers of the uploads whose files an answer names, from 1, or the code of the error. */
export type Asked = Readonly<Record<string, readonly number[] | string>>;

/** Asks everything of the ledger of `folder` after these values were put into a copy of it. */
export async function askAll(
  folder: string,
  ids: readonly string[],
  odd: readonly OddValue[],
  isStrict: boolean,
): Promise<Asked> {
  const copy = join(folder, "copy");
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy);
  await copyFile(join(folder, file), join(copy, file));
  const db = new DatabaseSync(join(copy, file));
  for (const { table, column, seq, value } of odd)
    db.prepare(`UPDATE OR IGNORE ${table} SET ${column} = ? WHERE seq = ?`).run(value, seq);
  db.close();
  const clock = new FakeClock(noonMs + 3_600_000);
  const ledger = ready(openInThread({ dataFolder: copy, nowMs: clock.nowMs() }));
  const fixture = new EngineFixture({ clock });
  const station = createStation({ ...fixture, ledger }, configuration(instruments));
  const coverage = createCoverage({
    clock,
    files: fixture.files,
    ledger,
    keeper: ledger,
    instruments: () => instruments,
    runSafely: (work) => work(),
    compareReceipts: async () => {},
    retry: async () => 0,
  });
  const log = createStationLog({ clock, keeper: ledger });
  const { settings } = configuration(instruments);
  const sha256 = (texts: readonly string[]) => hash("sha256", texts.join(""));
  const reports = createMonthlyReports({
    clock,
    station,
    coverage,
    log,
    keeper: ledger,
    settings: () => settings,
    sha256,
  });
  const handlers = createHandlers({
    station,
    portalReads: createFakePortalReads(),
    host: null,
    shell: createFakeShell(),
    coverage,
    log,
    reports,
  });
  const asked: Record<string, readonly number[] | string> = {};
  for (const [name, [method, input]] of Object.entries(questionsAbout(ids))) {
    const reply = await dispatch(handlers, method, input, { isStrict });
    const text = JSON.stringify(reply);
    const isNamed = (n: number) => text.includes(found(n).relPath) && name !== "status";
    asked[name] = reply.ok ? ids.flatMap((_, n) => (isNamed(n) ? [n + 1] : [])) : reply.error.code;
  }
  await ledger.close();
  return asked;
}
