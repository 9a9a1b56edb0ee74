import { expect, test } from "vitest";
import { fractal2, noise1 } from "#mock-portal/artefacts/noise.ts";
import { FILE_GRID, SKY_TOP_M, skyAbove } from "#mock-portal/artefacts/sky.ts";
import { weatherAt } from "#mock-portal/artefacts/weather.ts";
import { fc } from "#test/support/fixed-cases.ts";

const hyytiala = { id: "hyytiala", latitude: 61.8, altitude: 150 };
const granada = { id: "granada", latitude: 37.2, altitude: 680 };
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const noon = (date: string) => weatherAt(granada, date, 13);

test("noise stays between 0 and 1, everywhere", () => {
  const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.integer(), coordinate, coordinate, (seed, x, y) => {
      for (const value of [noise1(seed, x), fractal2(seed, x, y)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("the same place and day have the same sky, another day or place another", () => {
  const sky = skyAbove(hyytiala, "2026-10-02");
  expect(skyAbove(hyytiala, "2026-10-02")).toEqual(sky);
  expect(skyAbove(hyytiala, "2026-10-03").target).not.toEqual(sky.target);
  expect(skyAbove(granada, "2026-10-02").target).not.toEqual(sky.target);
});

test("the weather goes on over midnight", () => {
  const { surfaceTemperatureC, low, windSpeed } = weatherAt(hyytiala, "2026-10-02", 24);
  expect(weatherAt(hyytiala, "2026-10-03", 0)).toMatchObject({ surfaceTemperatureC, low, windSpeed });
});

test("summer is warmer than winter, on both hemispheres", () => {
  const troll = { id: "troll", latitude: -72, altitude: 1320 };
  const month = (place: typeof troll, yearMonth: string) =>
    mean(
      Array.from(
        { length: 28 },
        (_, day) => weatherAt(place, `${yearMonth}-01`, 24 * day + 12).surfaceTemperatureC,
      ),
    );
  expect(month(hyytiala, "2026-07")).toBeGreaterThan(month(hyytiala, "2026-01") + 8);
  expect(month(troll, "2026-01")).toBeGreaterThan(month(troll, "2026-07") + 8);
});

test("the boundary layer grows with the day and air gets colder with height", () => {
  expect(noon("2026-07-01").boundaryLayerM).toBeGreaterThan(
    2 * weatherAt(granada, "2026-07-01", 2).boundaryLayerM,
  );
  const sky = skyAbove(hyytiala, "2026-07-01");
  expect(sky.temperature[0]).toBeGreaterThan(sky.temperature[FILE_GRID.heightCount - 1] ?? 0);
  expect(sky.heightsM.at(-1)).toBeLessThan(SKY_TOP_M);
});

test("two months hold clear days, cloudy days and rain", () => {
  const days = Array.from({ length: 60 }, (_, day) => {
    const date = new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10);
    const sky = skyAbove(hyytiala, date, { timeCount: 24, heightCount: 24 });
    return {
      echoes: sky.reflectivity.filter((dBZ) => !Number.isNaN(dBZ)).length / sky.reflectivity.length,
      hasRain: sky.target.includes(2),
    };
  });
  expect(days.filter(({ echoes }) => echoes < 0.05).length).toBeGreaterThan(3);
  expect(days.filter(({ echoes }) => echoes > 0.3).length).toBeGreaterThan(3);
  expect(days.filter(({ hasRain }) => hasRain).length).toBeGreaterThan(5);
});
