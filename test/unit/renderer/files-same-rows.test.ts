import { expect, it } from "vitest";
import { sameRows } from "#renderer/screens/files/same-rows.ts";
import type { UploadRow } from "#renderer/text/states.ts";

const upload = (id: string, state: UploadRow["state"]) =>
  ({ id, state, failure: { cause: "refused" } }) as UploadRow;

it("an upload that is as it was is the same object, wherever it stands by now", () => {
  const before = [upload("a", "queued"), upload("b", "queued"), upload("c", "sending")];
  const now = [
    upload("new", "queued"),
    upload("a", "queued"),
    upload("b", "sending"),
    upload("c", "sending"),
  ];
  const rows = sameRows(before, now);
  expect(rows).toEqual(now);
  expect([rows[1] === before[0], rows[2] === before[1], rows[3] === before[2]]).toEqual([true, false, true]);
  expect(sameRows([], now)).toEqual(now);
});
