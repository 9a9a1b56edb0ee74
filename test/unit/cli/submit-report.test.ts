import { expect, test } from "vitest";
import { reportInWords } from "#cli/submit-report.ts";
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
