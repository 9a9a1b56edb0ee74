import { describe, expect, it } from "vitest";
import { classColours, colourRamp, type Rgb } from "#renderer/screens/portal/netcdf/colour-ramp.ts";
import { cellsOf, pixelsOf, scaleOf } from "#renderer/screens/portal/netcdf/heat.ts";
import { pointsOf } from "#renderer/screens/portal/netcdf/line-points.ts";
import { axisTicksOf, placeText, valueText } from "#renderer/screens/portal/netcdf/ticks.ts";

/** CIE lightness, 0 to 100: another measure than the one the ramp is made with. */
function lightness([red, green, blue]: Rgb): number {
  const linear = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [r = 0, g = 0, b = 0] = linear;
  return 116 * Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b) - 16;
}

describe("colours", () => {
  it("rise evenly in lightness", () => {
    const steps = colourRamp(32).map(lightness);
    const rises = steps.slice(1).map((value, at) => value - (steps[at] ?? 0));
    const mean = rises.reduce((sum, rise) => sum + rise, 0) / rises.length;
    for (const rise of rises) {
      expect(rise).toBeGreaterThan(mean * 0.5);
      expect(rise).toBeLessThan(mean * 1.6);
    }
  });

  it("tell classes apart", () => {
    const colours = classColours(12).map((colour) => colour.join());
    expect(new Set(colours).size).toBe(12);
  });
});

describe("a grid", () => {
  const base64 = (values: readonly number[]) =>
    btoa(String.fromCharCode(...new Uint8Array(new Float32Array(values).buffer)));

  it("is read row after row, and what is missing stays missing", () => {
    const cells = cellsOf({ cellsBase64: base64([1, 2, Number.NaN, 4]), columns: 2, rows: 2 });
    expect([...cells]).toEqual([1, 2, Number.NaN, 4]);
    expect([...cellsOf({ cellsBase64: base64([1]), columns: 2, rows: 1 })]).toEqual([1, Number.NaN]);
  });

  it("has its first row at the bottom, and nothing where a value is missing", () => {
    const scale = scaleOf({ classes: null, range: { low: 0, high: 1 } });
    const pixels = pixelsOf(new Float32Array([0, Number.NaN, 1, 1]), 2, 2, scale);
    const alpha = [3, 7, 11, 15].map((at) => pixels[at]);
    expect(alpha).toEqual([255, 255, 255, 0]);
    expect([...pixels.slice(8, 11)]).toEqual([...(scale.colours[0] ?? [])]);
    expect([...pixels.slice(0, 3)]).toEqual([...(scale.colours.at(-1) ?? [])]);
  });

  it("cuts values outside of the range to its ends, and colours classes one by one", () => {
    const scale = scaleOf({ classes: null, range: { low: 0, high: 1 } });
    expect(scale.colourOf(99)).toEqual(scale.colours.at(-1));
    const classes = scaleOf({ classes: [{ value: 3, label: "Ice" }], range: null });
    expect(classes.colourOf(3)).not.toBeNull();
    expect(classes.colourOf(4)).toBeNull();
  });
});

describe("an axis", () => {
  const axis = {
    name: "height",
    longName: null,
    units: "m",
    kind: "number",
    first: null,
    last: null,
  } as const;

  it("has round values where they lie", () => {
    const ticks = axisTicksOf({ ...axis, values: [0, 100, 200, 300, 400] }, 4);
    expect(ticks).toEqual([
      { at: 0.1, label: "0" },
      { at: 0.3, label: "100" },
      { at: 0.5, label: "200" },
      { at: 0.7, label: "300" },
      { at: 0.9, label: "400" },
    ]);
  });

  it("tells hours in UTC", () => {
    const values = Array.from({ length: 25 }, (_, hour) => Date.UTC(2026, 10, 20, hour));
    const time = { ...axis, name: "time", kind: "time", values } as const;
    expect(axisTicksOf(time, 4).map(({ label }) => label)).toEqual([
      "00:00",
      "06:00",
      "12:00",
      "18:00",
      "00:00",
    ]);
    expect(placeText(time, 2)).toBe("20 Nov 2026, 02:00:00 UTC");
  });

  it("survives one value, and none", () => {
    expect(axisTicksOf({ ...axis, values: [5] }, 4)).toEqual([{ at: 0.5, label: "5" }]);
    expect(axisTicksOf({ ...axis, values: [null] }, 4)).toEqual([]);
  });

  it("writes figures short", () => {
    expect([0, 1234.5678, 1e-7, 2e9].map(valueText)).toEqual(["0", "1234.57", "1.000e-7", "2.000e+9"]);
  });
});

describe("a line", () => {
  it("is drawn by rising x, without points that have no place", () => {
    const x = { name: "t", longName: null, units: null, kind: "number", first: null, last: null } as const;
    expect(pointsOf({ x: { ...x, values: [3, null, 1] }, y: [30, 5, null] })).toEqual([
      [1, 3],
      [null, 30],
    ]);
  });
});
