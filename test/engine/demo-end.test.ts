import { expect, test, vi } from "vitest";
import { createDemoControl } from "#demo/demo-control.ts";

vi.mock("#demo/demo-station.ts", () => ({
  openDemo: async () => ({
    host: { ui: "http://127.0.0.1:1/" },
    startInstruments() {},
    close: async () => {
      throw new Error("ENOSPC");
    },
  }),
}));

test("a try-out that does not end in order leaves the station's own host alone, and another can begin", async () => {
  const control = createDemoControl({
    dataFolder: "/nowhere/skyferry",
    version: "0.0.0-test",
    env: {},
    pagesFolder: null,
    backTo: () => null,
  });
  expect(await control.start()).toEqual({ ui: "http://127.0.0.1:1/" });
  await control.close();
  expect(control.state().kind).toBe("offered");
  expect(await control.start()).toEqual({ ui: "http://127.0.0.1:1/" });
});
