import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DataFolder, openDataFolder } from "#compose/data-folder.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { ceilometer } from "#test/support/hosts/cli-place.ts";
import { freePort } from "#test/support/hosts/free-port.ts";

/** A step of a start fails: what was opened before it is closed, and the next start finds everything free. */

const planted = vi.hoisted(() => ({
  /** The step that fails. */
  step: "",
  /** Parts that are open now and that nobody sees from outside. */
  open: new Set<string>(),
  fail(step: string): void {
    if (step === planted.step) throw new Error(`planted: ${step}`);
  },
}));

/** The part, marked as open until its `close` or `stop`. */
const watched = vi.hoisted(() => <T extends object>(name: string, part: T, end: keyof T & string): T => {
  planted.open.add(name);
  const close = part[end] as (...all: unknown[]) => unknown;
  return {
    ...part,
    [end](...all: unknown[]) {
      planted.open.delete(name);
      return close.apply(part, all);
    },
  };
});

/** The part, marked as open from its `start` to its `stop`. */
const running = vi.hoisted(
  () =>
    <A extends unknown[], B, C, T extends { start(...all: A): B; stop(): C }>(name: string, part: T) => ({
      ...part,
      start(...all: A): B {
        planted.fail(name);
        planted.open.add(name);
        return part.start(...all);
      },
      stop(): C {
        planted.open.delete(name);
        return part.stop();
      },
    }),
);

vi.mock(import("#compose/editable-settings.ts"), async (load) => {
  const { composeSettingsService } = await load();
  return {
    composeSettingsService(...parts) {
      planted.fail("settings editor");
      return composeSettingsService(...parts);
    },
  };
});
vi.mock(import("#compose/portal-connection.ts"), async (load) => {
  const { createPortalLink } = await load();
  return { createPortalLink: (...parts) => watched("portal", createPortalLink(...parts), "close") };
});
vi.mock(import("#compose/portal-files.ts"), async (load) => {
  const real = await load();
  const { createPortalFiles } = real;
  return {
    ...real,
    createPortalFiles: (parts) => watched("portal files", createPortalFiles(parts), "close"),
  };
});
vi.mock(import("#adapters/notify/channels.ts"), async (load) => {
  const { createChannels } = await load();
  return { createChannels: (parts) => watched("channels", createChannels(parts), "close") };
});
vi.mock(import("#api/events/feed.ts"), async (load) => {
  const { createFeed, ...real } = await load();
  return { ...real, createFeed: async (...parts) => watched("feed", await createFeed(...parts), "close") };
});
vi.mock(import("#compose/rights.ts"), async (load) => {
  const { checkRights } = await load();
  return {
    checkRights(...parts) {
      planted.fail("rights");
      return checkRights(...parts);
    },
  };
});
vi.mock(import("#adapters/files/hang-guard.ts"), async (load) => {
  const { createHangGuard } = await load();
  return {
    createHangGuard(...parts) {
      planted.fail("files");
      return watched("files", createHangGuard(...parts), "close");
    },
  };
});
vi.mock(import("#compose/active-settings.ts"), async (load) => {
  const { createSettingsInForce } = await load();
  return {
    createSettingsInForce(parts) {
      const inForce = createSettingsInForce(parts);
      return {
        ...inForce,
        follow() {
          const end = inForce.follow();
          planted.open.add("settings");
          return () => {
            planted.open.delete("settings");
            end();
          };
        },
      };
    },
  };
});
vi.mock(import("#adapters/watch/chokidar-watch.ts"), async (load) => {
  const { createChokidarWatch } = await load();
  return { createChokidarWatch: (options) => running("watch", createChokidarWatch(options)) };
});
vi.mock(import("#station/notifications/monitor.ts"), async (load) => {
  const { createNotifications } = await load();
  return { createNotifications: (parts) => running("monitor", createNotifications(parts)) };
});
vi.mock(import("#engine/ledger-maintenance.ts"), async (load) => {
  const { createUpkeep } = await load();
  return { createUpkeep: (parts) => running("upkeep", createUpkeep(parts)) };
});

const ofStation = ["portal", "files"];

let folder: string;
let dataFolder: string;
let uiPort: number;
let metricsPort: number;

beforeEach(async () => {
  folder = await makeScratch("skyferry-starts-");
  dataFolder = path.join(folder, "data");
  for (const name of [dataFolder, path.join(folder, "files")]) await mkdir(name);
  const settings = {
    portal: { url: "http://127.0.0.1:9", username: "station" },
    instruments: [{ ...ceilometer, folder: path.join(folder, "files") }],
  };
  await writeFile(path.join(dataFolder, "settings.json"), JSON.stringify(settings));
  uiPort = await freePort();
  metricsPort = await freePort();
  planted.step = "";
  planted.open.clear();
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

async function open(): Promise<DataFolder> {
  const station = await openDataFolder({
    dataFolder,
    settingsFile: null,
    passwordFile: null,
    env: {},
    version: "0.0.0-test",
  });
  if ("message" in station) throw new Error(station.message);
  return station;
}

function start(station: DataFolder) {
  return station.startHost({ port: uiPort }, { port: metricsPort, host: "127.0.0.1" });
}

/** Everything that a start needs is free: ports, host.json, the lock of the ledger. */
async function expectFree(): Promise<void> {
  expect([...planted.open]).toEqual([]);
  expect(existsSync(path.join(dataFolder, "host.json"))).toBe(false);
  for (const port of [uiPort, metricsPort]) {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    server.close();
    await once(server, "close");
  }
  await (await open()).close();
}

test("a host that starts has all of it open, and nothing after its stop", async () => {
  const station = await open();
  const host = await start(station);
  if ("message" in host) throw new Error(host.message);
  const ofHost = ["portal files", "channels", "feed", "settings", "watch", "monitor", "upkeep"];
  expect([...planted.open]).toEqual([...ofStation, ...ofHost]);
  expect(existsSync(path.join(dataFolder, "host.json"))).toBe(true);
  await host.stop();
  await station.close();
  await expectFree();
});

test("a station whose last step fails gives its ledger back", async () => {
  planted.step = "files";
  await expect(open()).rejects.toThrow("planted: files");
  planted.step = "";
  await expectFree();
});

test("a host whose port is taken leaves nothing open but the station", async () => {
  const other = createServer().listen(uiPort, "127.0.0.1");
  await once(other, "listening");
  const station = await open();
  expect(await start(station)).toEqual({
    kind: "failed",
    message: expect.stringContaining(`Port ${uiPort}`),
  });
  expect([...planted.open]).toEqual(ofStation);
  await station.close();
  other.close();
  await once(other, "close");
  await expectFree();
});

test.for(["settings editor", "rights", "monitor", "upkeep"])(
  "a host whose step %j fails leaves nothing open but the station",
  async (step) => {
    planted.step = step;
    const station = await open();
    await expect(start(station)).rejects.toThrow(`planted: ${step}`);
    expect([...planted.open]).toEqual(ofStation);
    await station.close();
    planted.step = "";
    await expectFree();
  },
);
