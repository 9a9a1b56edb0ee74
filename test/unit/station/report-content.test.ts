import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#base/canonical-json.ts";
import { stationReportJsonSchema } from "#contract/station-report.ts";
import { causes } from "#domain/cause.ts";
import { usualNotifications } from "#domain/notification-settings.ts";
import type { StationReport } from "#domain/reported-station.ts";
import { usualOf } from "#domain/setting-rows.ts";
import type { Instrument, Settings } from "#domain/settings.ts";
import { portalRows, stationReportRows } from "#domain/settings-table.ts";
import { type ReportFacts, stationReportOf } from "#station/heartbeat/report-content.ts";
import type { Status } from "#station/status/reports.ts";
import {
  causeOf,
  halfPastTwo,
  holdOf,
  instrumentStatus,
  statusWith,
} from "#test/support/builders/status-shapes.ts";

const pid = "https://hdl.handle.net/21.12132/3.191564170f8a4686";
const secret = "hunter2-7f3a";
const hourMs = 3_600_000;
const thisHour = Math.floor(halfPastTwo / hourMs);

const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(stationReportJsonSchema());

function settingsWith(instruments: readonly Instrument[], withNames = false): Settings {
  return {
    portal: { ...usualOf(portalRows), url: `https://portal.example/${secret}`, username: `user-${secret}` },
    instruments,
    notifications: usualNotifications,
    keep: { journalLines: 10_000, logMB: 1 },
    report: { ...usualOf(stationReportRows), url: `https://sink.example/${secret}`, withNames },
  };
}

const instrumentNamed = (name: string): Instrument => ({
  name,
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid,
  folder: `/home/${secret}/radar`,
  pattern: `${secret}_%Y%m%d.LV0`,
  tags: [],
  since: null,
  network: false,
  expectEveryMinutes: null,
  finish: { policy: "settle", seconds: 60 },
});

function reportOf(status: Status, change: Partial<ReportFacts> = {}): StationReport {
  const report = stationReportOf({
    id: "ab".repeat(32),
    computer: "pc-7",
    version: "0.2.0",
    nowMs: halfPastTwo,
    isRunning: true,
    settings: settingsWith(status.instruments.map(({ name }) => instrumentNamed(name))),
    status,
    deliveries: [],
    gaps: null,
    disks: [],
    redact: (text) => text,
    ...change,
  });
  const signed = JSON.parse(JSON.stringify({ report, publicKey: "", signature: "" }));
  expect([fits(signed), fits.errors]).toEqual([true, null]);
  return report;
}

describe("a station report", () => {
  it("tells headline, causes, and of each instrument what came, what waits and what is missing", () => {
    const status = statusWith(
      { delivered: 12, blocked: 3, sending: 1, queued: 2 },
      {
        replaced: 2,
        causes: [{ ...causeOf("refused", 3), instrument: "Radar" }],
        clockAheadMs: -2_400,
        instruments: [
          instrumentStatus({ queue: { unsent: 3, waiting: 1, needsYou: 3 } }),
          instrumentStatus({ name: "Lidar", expectEveryMinutes: 1, lastFileAtMs: halfPastTwo - hourMs }),
          instrumentStatus({ name: "Off", offUntil: "2026-12-01" }),
          instrumentStatus({ name: "New", lastFileAtMs: null, lastRescanAtMs: null }),
          instrumentStatus({ name: "Away", folderTrouble: { message: `/${secret}`, sinceMs: 1 } }),
        ],
      },
    );
    const report = reportOf(status, {
      deliveries: [
        { instrument: "Radar", hour: thisHour, files: 2, sentBytes: 1 },
        { instrument: "Radar", hour: thisHour - 14, files: 3, sentBytes: 1 },
        { instrument: "Radar", hour: thisHour - 15, files: 5, sentBytes: 1 },
        { instrument: "Radar", hour: thisHour - 14 - 29 * 24, files: 7, sentBytes: 1 },
        { instrument: "Radar", hour: thisHour - 15 - 29 * 24, files: 11, sentBytes: 1 },
        { instrument: "Lidar", hour: thisHour, files: 13, sentBytes: 1 },
      ],
      gaps: [{ instrument: "Radar", layer: "accepted", days: 4 }],
      disks: [
        {
          disk: "/data",
          freeBytes: 5.5,
          bytes: 10,
          hasRecords: true,
          isFull: false,
          fullInMs: 2.5 * 24 * hourMs,
          isFilling: true,
        },
      ],
    });
    expect(report).toMatchObject({
      station: "hyytiala",
      at: "2026-11-21T14:30:00.000Z",
      everySeconds: 900,
      state: "needs-you",
      headline: "3 things need you",
      files: { delivered: 10, queued: 3, waiting: 0, blocked: 3 },
      clockAheadSeconds: -2,
      disks: [{ freeBytes: 6, bytes: 10, hasRecords: true, fullInDays: 2 }],
      truncated: null,
    });
    expect(report.causes.map(({ cause, instrument, count }) => [cause, instrument, count])).toEqual([
      ["folder-unreachable", "Away", 0],
      ["refused", "Radar", 3],
      ["silent-instrument", "Lidar", 0],
    ]);
    expect(report.instruments.map(({ state }) => state)).toEqual([
      "well",
      "silent",
      "off",
      "unknown",
      "folder-unreachable",
    ]);
    expect(report.instruments[0]).toEqual({
      name: "Radar",
      site: "hyytiala",
      pid,
      state: "well",
      lastFileAt: "2026-11-21T14:20:00.000Z",
      delivered: { today: 5, yesterday: 5, last30Days: 17 },
      queue: { unsent: 3, waiting: 1, needsYou: 3 },
      gaps: { measured: 0, accepted: 4, processed: 0, published: 0 },
      verdicts: null,
    });
  });

  it("names no path, file, user, password or address, and nothing that the portal said, for any cause", () => {
    for (const cause of causes) {
      const words = `https://user:${secret}@x/${secret}.nc is refused`;
      const about = {
        ...causeOf(cause, 3),
        samplePath: `${secret}.nc`,
        message: `/home/${secret} is wrong.`,
        portalMessage: words,
        instrument: "Radar",
      };
      const radar = instrumentStatus({
        folder: `/home/${secret}`,
        folderTrouble: { message: `/home/${secret} does not exist.`, sinceMs: 1 },
        unmatched: [{ shape: `${secret}*`, count: 2, samplePath: `${secret}.nc`, sinceMs: 1 } as never],
        emptyFiles: { count: 2, sinceMs: 1, samplePath: `${secret}.nc` } as never,
        damagedFiles: { count: 1, sinceMs: 1, sample: { relPath: `${secret}.nc` }, reason: secret } as never,
        unreadable: { message: `/home/${secret}`, sinceMs: 1 } as never,
      });
      const status = statusWith(
        { blocked: 3, waiting: 1 },
        {
          causes: [about],
          holds: [holdOf(cause, { message: words, portalMessage: words })],
          instruments: [radar],
          questionable: [{ instrument: "Radar", relPath: `${secret}.nc`, reason: secret }],
          settingsProblems: [{ key: secret, message: secret, instrument: "Radar" }],
          ledgerMessage: secret,
        },
      );
      const alone = statusWith({ blocked: 3 }, { causes: [about] });
      const held = statusWith({}, { holds: status.holds });
      for (const one of [status, alone, held])
        expect([cause, canonicalJson(reportOf(one)).includes(secret)]).toEqual([cause, false]);
    }
  });

  it("has paths where the settings allow names, and no secret even then", () => {
    const status = statusWith(
      { blocked: 3 },
      { causes: [{ ...causeOf("refused", 3), samplePath: `2026/${secret}.nc` }] },
    );
    const settings = settingsWith([instrumentNamed("Radar")], true);
    const disk = {
      disk: "D:",
      freeBytes: 1,
      bytes: 2,
      hasRecords: false,
      isFull: false,
      fullInMs: null,
      isFilling: false,
    };
    const redact = (text: string) => text.replaceAll(secret, "***");
    const report = reportOf(status, { settings, disks: [disk], redact });
    expect(report.causes[0]?.sample).toBe("2026/***.nc");
    expect(report.instruments[0]?.folder).toBe("/data/radar");
    expect(report.disks[0]?.disk).toBe("D:");
    expect(canonicalJson(report)).not.toContain(secret);
  });

  it("is plain to every JSON library: control characters are written out, no half character is left", () => {
    const name = `a\u0000b\u007f\ud800${"\u{1f600}".repeat(200)}`;
    const report = reportOf(statusWith({}, { instruments: [instrumentStatus({ name })] }));
    const written = report.instruments[0]?.name ?? "";
    expect(written).toMatch(/^a\\u0000b\\u007f\ufffd/);
    expect(written.isWellFormed()).toBe(true);
  });

  const many = (count: number, name: (n: number) => string) =>
    Array.from({ length: count }, (_, n) =>
      instrumentStatus({
        name: name(n),
        today: { found: 1440, delivered: 1440, unsent: 0 },
        queue: { unsent: 120, waiting: 12, needsYou: 3 },
        verdicts: { invalid: null, unprocessed: null, poorProducts: 12 } as never,
      }),
    );
  const bytesOf = (report: StationReport) => Buffer.byteLength(canonicalJson(report)) + 400;

  it("has at most 20 kB: 40 usual instruments fit whole", () => {
    const instruments = many(40, (n) => `Cloud radar ${n}`);
    const deliveries = instruments.map(({ name }) => ({
      instrument: name,
      hour: thisHour,
      files: 1440,
      sentBytes: 1,
    }));
    const gaps = instruments.map(({ name }) => ({ instrument: name, layer: "published" as const, days: 12 }));
    const report = reportOf(statusWith({ delivered: 1e6 }, { instruments }), { deliveries, gaps });
    expect(report.truncated).toBeNull();
    expect(bytesOf(report)).toBeLessThanOrEqual(20_000);
    expect(bytesOf(report)).toBeGreaterThan(15_000);
  });

  it("leaves out what matters least where it is too large, and says how much", () => {
    const trouble = { message: "away", sinceMs: 1 };
    const well = many(150, (n) => `${"\u{1f4e1}".repeat(30)} ${n}`);
    const ill = Array.from({ length: 20 }, (_, n) =>
      instrumentStatus({ name: `Ill ${n}`, folderTrouble: trouble }),
    );
    const report = reportOf(statusWith({}, { instruments: [...well, ...ill] }));
    expect(bytesOf(report)).toBeLessThanOrEqual(20_000);
    expect(bytesOf(report)).toBeGreaterThan(19_000);
    expect(report.causes).toHaveLength(10);
    expect(report.instruments.filter(({ state }) => state === "folder-unreachable")).toHaveLength(20);
    const kept = report.instruments.length;
    expect(report.truncated).toEqual({ causes: 10, instruments: 170 - kept, disks: 0 });
    const worst = reportOf(
      statusWith({}, { instruments: many(2_000, (n) => `${"\u{1f4e1}".repeat(900)} ${n}`) }),
      {
        disks: Array.from({ length: 300 }, () => ({
          disk: "/",
          freeBytes: 1,
          bytes: 2,
          hasRecords: false,
          isFull: false,
          fullInMs: null,
          isFilling: false,
        })),
      },
    );
    expect(bytesOf(worst)).toBeLessThanOrEqual(20_000);
  });
});
