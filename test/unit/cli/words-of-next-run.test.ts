import { expect, it } from "vitest";
import { ofNextRun } from "#cli/words.ts";
import { causeTable } from "#domain/cause-table.ts";
import { lostFailure } from "#engine/delivery/failures.ts";

it.each([
  [
    "The portal gave no answer. Skyferry retries automatically.",
    "The portal gave no answer. The next run retries.",
  ],
  ["Sending is on hold; Skyferry retries automatically.", "Sending is on hold; the next run retries."],
  [
    "Nothing was sent. Sending resumes automatically.",
    "Nothing was sent. Sending resumes with the next run.",
  ],
  ["3 files wait; sending resumes automatically", "3 files wait; sending resumes with the next run"],
  ["2 files cannot be read; retried automatically.", "2 files cannot be read; retried by the next run."],
  [
    lostFailure("a.nc", "it lists no such file").message,
    "The portal confirmed a.nc, but it lists no such file. The next run sends it again.",
  ],
])("%s", (said, meant) => {
  expect(ofNextRun(said)).toBe(meant);
});

it("no remedy of a cause promises what a daemon does", () => {
  const remedies = Object.values(causeTable).map(({ remedy }) => ofNextRun(remedy));
  expect(
    remedies.filter((one) => /Skyferry (retries|sends|reads|keeps)|resumes automatically/.test(one)),
  ).toEqual([]);
  expect(remedies.filter((one) => /(^|[.] )[a-z]/.test(one))).toEqual([]);
});
