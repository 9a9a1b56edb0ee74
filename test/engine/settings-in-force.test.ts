import { beforeEach, expect, test } from "vitest";
import type { SettingsFile } from "#adapters/settings/settings-store.ts";
import { createSettingsInForce, type ReadSettings } from "#compose/active-settings.ts";
import { createDiscovery } from "#engine/discovery/discovery.ts";
import { configuration, EngineFixture } from "#test/support/builders/engine-fixture.ts";

let fixture: EngineFixture;
let username: string;
let taken: string[];
beforeEach(() => {
  fixture = new EngineFixture();
  username = "first";
  taken = [];
});

function inForce(rescan: () => Promise<void>) {
  const load = async (): Promise<ReadSettings> => ({
    ...configuration([], { username }),
    canSend: true,
    places: [],
  });
  const file: Pick<SettingsFile, "load" | "onChanged"> = { load, onChanged: () => () => {} };
  return createSettingsInForce({
    file: file as SettingsFile,
    passwordFile: null,
    clock: fixture.clock,
    log: fixture.log,
    first: configuration().settings,
    take(next) {
      taken.push(next.settings.portal.username);
      return rescan();
    },
  });
}

test("settings come into force while the folders are still being gone through with the ones before", async () => {
  const settings = inForce(() => new Promise(() => {}));
  await settings.readAgain();
  username = "second";
  const again = settings.readAgain();
  await fixture.clock.advance(10_000);
  await again;
  expect(taken).toEqual(["first", "second"]);
  expect(settings.now().portal.username).toBe("second");
});

test("a mistake with some settings is logged and does not keep the next ones out of force", async () => {
  const settings = inForce(async () => {
    if (username === "first") throw new Error("planted");
  });
  await settings.readAgain();
  username = "second";
  const again = settings.readAgain();
  await fixture.clock.advance(10_000);
  await again;
  expect(taken).toEqual(["first", "second"]);
  expect(fixture.log.lines).toEqual([expect.stringContaining("planted")]);
});

test("folders that are watched again twice at once are watched once", async () => {
  let running = 0;
  let most = 0;
  const watch = {
    async start() {
      most = Math.max(most, ++running);
    },
    async stop() {
      const ending = running;
      await fixture.clock.sleep(10);
      running -= ending;
    },
  };
  const { clock, log, pathStyle } = fixture;
  const discovery = createDiscovery({
    clock,
    log,
    pathStyle,
    watch,
    scanner: { async rescan() {}, async look() {} },
    unsettled: { nextInMs: () => null, takeDue: () => [], keepOnly() {} },
    facts: { of: () => ({ lastRescanMs: null }) },
    instruments: () => [],
    onLedgerError() {},
  } as unknown as Parameters<typeof createDiscovery>[0]);
  const both = Promise.all([discovery.rewatch(), discovery.rewatch()]);
  await clock.advance(100);
  await both;
  expect({ running, most }).toEqual({ running: 1, most: 1 });
});
