import { expect, it } from "vitest";
import { checkSettings } from "#adapters/settings/settings-check.ts";

const portal = { url: "https://portal.example", username: "station" };
const check = (metrics: unknown) => checkSettings({ portal, instruments: [], metrics }, "linux");

it("is off where the file says nothing", () => {
  for (const written of [undefined, null])
    expect(check(written)).toMatchObject({ settings: { metrics: null }, problems: [] });
});

it("is for this PC alone unless the file says more", () => {
  expect(check({ port: 9464 })).toMatchObject({ settings: { metrics: { port: 9464, host: "127.0.0.1" } } });
  for (const host of ["0.0.0.0", "::", "10.1.2.3"])
    expect(check({ port: 1, host })).toMatchObject({
      settings: { metrics: { port: 1, host } },
      problems: [],
    });
});

it.each([
  [{ port: 0 }, "metrics.port must be the number of a port, 1 to 65535, but is 0."],
  [{ port: 65_536 }, "metrics.port must be the number of a port"],
  [{ port: "9464" }, 'metrics.port must be the number of a port, 1 to 65535, but is "9464".'],
  [{}, "metrics.port must be the number of a port, 1 to 65535, but is missing."],
  [{ port: 9464, host: "station-a.example" }, "metrics.host must be an IP address of this PC"],
  [{ port: 9464, token: "x" }, "metrics.token is not a setting: secrets do not belong in the settings file"],
  [9464, 'metrics must be {"port":9464} or null, but is 9464.'],
])("names what is wrong with %j, opens nothing, and harms nothing else", (written, message) => {
  const { settings, problems, canSend } = check(written);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toContain(message);
  expect(problems[0]?.message).toMatch(/ Until then no metrics are served\.$/);
  expect([settings.metrics, canSend]).toEqual([null, true]);
});
