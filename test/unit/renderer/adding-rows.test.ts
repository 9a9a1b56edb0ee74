import { expect, it } from "vitest";
import { staged, withChoice, withFiles, withJudged } from "#renderer/screens/adding/adding-rows.ts";

const file = (name: string) => ({ path: name, file: new File(["content"], name, { lastModified: 1 }) });

it("gives the same row again while nothing of it has changed, and another once a row above takes its record", () => {
  const fitting = { unfit: null, guesses: [{ instrument: "Radar", date: "2026-11-24" }], looksLike: [] };
  const checked = {
    announced: {
      site: "",
      instrument: "",
      pid: "",
      tags: [],
      filename: "",
      measurementDate: "",
      checksum: "",
    },
    contentReason: null,
    onPortal: "no",
    notes: [],
  } as const;
  const rows = withFiles([], [file("a/x.nc"), file("b/x.nc"), file("y.nc")], 1).map((row) => ({
    ...withJudged(row, fitting),
    copy: { kind: "here", id: row.path } as const,
    checked,
  }));
  const [first, second, third] = staged(rows);
  expect([first?.stage, second?.stage, third?.stage]).toEqual(["ready", "clash", "ready"]);
  const [one, ...others] = rows;
  if (one === undefined) throw new Error("there are three");
  const changed = [withChoice(one, { date: "2026-11-23" }), ...others];
  const after = staged(changed);
  expect(after.map(({ stage }) => stage)).toEqual(["checking", "ready", "ready"]);
  expect(after[2]).toBe(third);
  expect(after[1]).not.toBe(second);
  expect(staged(changed)[0]).toBe(after[0]);
});
