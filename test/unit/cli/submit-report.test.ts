import { expect, test } from "vitest";
import { createProgressLine, progressLine, reportInWords } from "#cli/submit-report.ts";
import { emptyRun } from "#test/support/builders/run-report.ts";

type Report = Parameters<typeof reportInWords>[0];

const files = (count: number, reason: string) =>
  Array.from({ length: count }, (_, n) => ({ path: `/data/${reason[0]}${n}.nc`, reason }));

const report = (change: Partial<Report>): Report => ({ ...emptyRun, seconds: 1, ...change });

const linesOf = (change: Partial<Report>) =>
  reportInWords(report(change), false).trimEnd().split("\n").slice(1);

test("a reason that many files share is said once, with their number", () => {
  expect(linesOf({ waiting: [...files(420, "No answer."), ...files(2, "It is growing.")] })).toEqual([
    "Not sent yet:",
    "  420 files: No answer.",
    ...[0, 1, 2, 3, 4].map((n) => `    /data/N${n}.nc`),
    "    … and 415 more (--json lists all)",
    "  /data/I0.nc: It is growing.",
    "  /data/I1.nc: It is growing.",
  ]);
});

test("what stops all sending is not said again of the files", () => {
  const message = "No password is stored.";
  const holds = [{ cause: "no-password", message }] as unknown as Report["holds"];
  expect(linesOf({ holds, waiting: files(4, message) })).toEqual([
    "Sending stopped: No password is stored.",
    "Not sent yet:",
    "  4 files: sending is stopped, see above",
    ...[0, 1, 2, 3].map((n) => `    /data/N${n}.nc`),
  ]);
});

test("what a daemon would do by itself, the next run does", () => {
  const message = "Several uploads in a row have failed. Sending is on hold; Skyferry retries automatically.";
  const holds = [{ cause: "unreachable", message }] as unknown as Report["holds"];
  const waiting = files(1, "The portal gave no answer. Skyferry retries automatically.");
  const lost = files(1, "The portal confirmed a.nc, but shows no record of it now. Skyferry sends it again.");
  const words = linesOf({ holds, waiting: [...waiting, ...lost] }).join("\n");
  expect(words).toContain("Sending is on hold; the next run retries.");
  expect(words).toContain("gave no answer. The next run retries.");
  expect(words).toContain("The next run sends it again.");
  expect(words).not.toContain("automatically");
});

test("reasons that few files share stand beside each, up to 20", () => {
  const skipped = Array.from({ length: 22 }, (_, n) => ({ path: `${n}.nc`, reason: `Reason ${n}.` }));
  const lines = linesOf({ skipped });
  expect(lines).toHaveLength(22);
  expect([lines[1], lines[21]]).toEqual(["  0.nc: Reason 0.", "  … and 2 more (--json lists all)"]);
});

test("numbers of one sentence are written alike", () => {
  const words = (change: Partial<Report>, isDryRun: boolean) =>
    reportInWords(report(change), isDryRun).split("\n")[0];
  expect(words({ found: 2_000, delivered: 2_000 }, false)).toMatch(
    /^2,000 finished files found, 2,000 delivered/,
  );
  const planned = Array.from({ length: 1_234 }, (_, n) => ({ path: `${n}`, measurementDate: "2026-11-01" }));
  expect(words({ found: 2_000, planned }, true)).toContain("1,234 would be sent");
});

const progress = {
  ...{
    bytes: 12_400_000,
    ofBytes: 30_300_000,
    files: 41,
    ofFiles: 2_000,
    found: 2_000,
    failed: 0,
    growing: 0,
  },
  ...{ bytesPerSecond: 2_100_000, timeLeft: { fromMs: 7_800, toMs: 9_000 }, inFlight: [] },
} satisfies Parameters<typeof progressLine>[0];

test("a run tells its bytes, files, rate and time, and the largest file under way", () => {
  expect(progressLine(progress)).toBe("12.4 of 30.3 MB · 41 of 2,000 files · 2.1 MB/s · about 9 s left");
  const upload = { relPath: "2026/large.nc", size: 2_000 };
  const inFlight = [{ upload, sentBytes: 700 }] as unknown as (typeof progress)["inFlight"];
  const early = { ...progress, bytesPerSecond: null, timeLeft: null, failed: 2, growing: 1, inFlight };
  expect(progressLine(early)).toBe(
    "12.4 of 30.3 MB · 41 of 2,000 files · 2 failed · 1 unfinished · large.nc 35 %",
  );
});

test.each([
  [true, [0, 50, 100, 250], 3, "\r\x1b[K12.4 of 30.3 MB · 41 o"],
  [false, [0, 59_999, 60_000, 61_000, 120_000], 2, "12.4 of 30.3 MB · 41 of 2,000 files · 2.1"],
])("on a terminal (%s) it is one live line, on a pipe a line a minute", (isTTY, moments, times, start) => {
  const written: string[] = [];
  let now = 0;
  const out = { isTTY, columns: 24, write: (text: string) => written.push(text) };
  const line = createProgressLine(out, () => now);
  for (const moment of moments) {
    now = moment;
    line.show(() => progress);
  }
  expect(written).toHaveLength(times);
  for (const text of written) {
    expect(text.startsWith(start)).toBe(true);
    expect(text.endsWith("\n")).toBe(!isTTY);
  }
  line.end();
  expect(written).toHaveLength(isTTY ? times + 1 : times);
});
