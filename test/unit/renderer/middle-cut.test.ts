import { expect, it } from "vitest";
import { tailsOf } from "#renderer/components/middle-cut.tsx";

/** The ends that are shown. */
const endsOf = (names: readonly string[]) => {
  const tails = tailsOf(names);
  return names.map((name) => name.slice(-(tails.get(name) ?? 0)));
};

it("keeps the part in which names of one day differ", () => {
  const hours = ["00", "01", "12"].map((hour) => `20261126_${hour}0000_P09_ZEN.LV1`);
  expect(endsOf(hours)).toEqual(["000000_P09_ZEN.LV1", "010000_P09_ZEN.LV1", "120000_P09_ZEN.LV1"]);
});

it("keeps fourteen characters where those tell them apart", () => {
  expect(endsOf(["20261126_hyytiala_chm15k_000.nc", "20261126_hyytiala_chm15k_005.nc"])).toEqual([
    "_chm15k_000.nc",
    "_chm15k_005.nc",
  ]);
  expect(endsOf(["one.nc"])).toEqual(["one.nc"]);
  expect(endsOf([])).toEqual([]);
});

it("shows the whole name where the difference is at its beginning, and copies of one name as usual", () => {
  expect(endsOf(["a_20261126_000000_P09.LV1", "b_20261126_000000_P09.LV1"])).toEqual([
    "a_20261126_000000_P09.LV1",
    "b_20261126_000000_P09.LV1",
  ]);
  expect(endsOf(["20261126_000000_P09.LV1", "20261126_000000_P09.LV1"])[0]).toBe("000000_P09.LV1");
});
