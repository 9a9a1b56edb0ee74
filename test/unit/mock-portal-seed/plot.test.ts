import { type DecodedPng, decode } from "fast-png";
import { expect, test } from "vitest";
import type { HourSpan } from "#mock-portal/artefacts/painting.ts";
import { PLOT_DIMENSIONS, plotPng } from "#mock-portal/artefacts/plot.ts";
import { quantityOf, shortName } from "#mock-portal/artefacts/quantities.ts";
import { skyAbove } from "#mock-portal/artefacts/sky.ts";
import { portalFacts } from "#mock-portal/seed/facts.ts";

const sky = skyAbove({ id: "hyytiala", latitude: 61.8, altitude: 150 }, "2026-10-02");

function drawn(productId: string, variable: string, measured: readonly HourSpan[] = [[0, 24]]): DecodedPng {
  const quantity = quantityOf(productId, variable);
  return decode(plotPng({ sky, quantity, title: `${variable} - Hyytiälä`, measured }), { checkCrc: true });
}

/** Sum of red, green and blue of a pixel: 765 is white. */
function lightness({ data, palette, width }: DecodedPng, x: number, y: number): number {
  const [red = 0, green = 0, blue = 0] = palette?.[data[y * width + x] ?? 0] ?? [];
  return red + green + blue;
}

test.each([
  ["radar", "Zh"],
  ["radar", "v"],
  ["classification", "target_classification"],
  ["weather-station", "air_temperature"],
])(
  "the plot of %s %s has the stated dimensions and its axes are at the stated margins",
  (product, variable) => {
    const png = drawn(product, variable);
    const { width, height, marginTop, marginRight, marginBottom, marginLeft } = PLOT_DIMENSIONS;
    expect([png.width, png.height]).toEqual([width, height]);
    const middleX = Math.round((marginLeft + width - marginRight) / 2);
    const middleY = Math.round((marginTop + height - marginBottom) / 2);
    const isInk = (x: number, y: number) => lightness(png, x, y) < 200;
    expect(isInk(middleX, marginTop - 1)).toBe(true);
    expect(isInk(middleX, height - marginBottom)).toBe(true);
    expect(isInk(marginLeft - 1, middleY)).toBe(true);
    expect(isInk(width - marginRight, middleY)).toBe(true);
    expect(lightness(png, middleX, marginTop - 3)).toBe(765);
  },
);

test("a field is drawn in many colours, and nothing is drawn where nothing was measured", () => {
  const colours = (png: DecodedPng, fromHour: number, toHour: number) => {
    const { width, height, marginTop, marginRight, marginBottom, marginLeft } = PLOT_DIMENSIONS;
    const xAt = (hour: number) => marginLeft + Math.ceil((hour / 24) * (width - marginLeft - marginRight));
    const seen = new Set<number>();
    for (let y = marginTop; y < height - marginBottom; y++) {
      for (let x = xAt(fromHour); x < xAt(toHour); x++) seen.add(png.data[y * png.width + x] ?? 0);
    }
    return seen.size;
  };
  const png = drawn("radar", "Zh", [[0, 12]]);
  expect(colours(png, 0, 12)).toBeGreaterThan(40);
  expect(colours(png, 12, 24)).toBe(2);
});

test("every variable of every product measures something that can be drawn", () => {
  const quantities = new Map(
    portalFacts().variables.map(({ id, productId }) => [quantityOf(productId, shortName(productId, id)), id]),
  );
  expect(quantities.size).toBeGreaterThan(50);
  for (const [quantity, id] of quantities) {
    const bytes = plotPng({ sky, quantity, title: id, measured: [[0, 24]] });
    expect([...bytes.subarray(0, 4)], id).toEqual([0x89, 0x50, 0x4e, 0x47]);
  }
});

test("the same plot has the same bytes", () => {
  const once = () =>
    Buffer.from(plotPng({ sky, quantity: quantityOf("lidar", "beta"), title: "beta", measured: [[0, 24]] }));
  expect(once().equals(once())).toBe(true);
});
