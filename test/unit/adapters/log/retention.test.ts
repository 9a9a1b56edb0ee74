import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#adapters/log/log-file.ts";
import { checkSettings } from "#adapters/settings/settings-check.ts";
import { dispatch } from "#api/dispatch.ts";
import { retentionHandlers } from "#api/handlers/retention-handlers.ts";
import { usualKeep } from "#domain/settings.ts";
import { createFakeRetention } from "#test/support/fakes/fake-retention.ts";

describe("what is kept, as the pages read it", () => {
  const read = (since?: number | null) =>
    dispatch(retentionHandlers(createFakeRetention(since)), "retention.read", {});

  it("tells sizes, how far the journal reaches back, and the limits in force", async () => {
    const reply = await read();
    if (!reply.ok) throw new Error(reply.error.message);
    expect(reply.value).toEqual({
      ledgerBytes: 40e6,
      unusedBytes: 1e6,
      journalLines: 5_000,
      journalSince: "2026-03-12T00:00:00.000Z",
      logBytes: 3e6,
      copiedAt: "2026-03-15T00:00:00.000Z",
      limits: { journalLines: 1_000_000, logMB: 25 },
    });
  });

  it("tells no beginning where the journal is empty", async () => {
    expect(await read(null)).toMatchObject({ ok: true, value: { journalSince: null } });
  });

  it("is refused where the host does not tell", async () => {
    expect(await dispatch(retentionHandlers(null), "retention.read", {})).toMatchObject({
      ok: false,
      error: { code: "not-offered" },
    });
  });
});

describe("keep in the settings", () => {
  const check = (keep: unknown) => {
    const { settings, problems } = checkSettings({ instruments: [], keep }, "linux");
    return { keep: settings.keep, said: problems.filter(({ key }) => key.startsWith("keep")) };
  };

  it("takes its defaults where it is left out, whole or in part", () => {
    expect(usualKeep).toEqual({ journalLines: 1_000_000, logMB: 25 });
    expect(check(undefined)).toEqual({ keep: usualKeep, said: [] });
    expect(check({ logMB: 100 })).toEqual({ keep: { ...usualKeep, logMB: 100 }, said: [] });
  });

  const uncut = { journalLines: 100_000_000, logMB: 10_000 };
  it.each([
    [{ journalLines: 9_999 }, "keep.journalLines"],
    [{ journalLines: 20_000.5 }, "keep.journalLines"],
    [{ logMB: 0 }, "keep.logMB"],
    [{ logMB: "25" }, "keep.logMB"],
    [{ days: 7 }, "keep.days"],
    ["all", "keep"],
  ])("names what cannot be used and throws nothing away until it is corrected: %j", (written, key) => {
    const { keep, said } = check(written);
    expect(keep).toEqual(uncut);
    expect(said).toMatchObject([{ key, message: expect.stringContaining(key) }]);
  });

  it("keeps what can be used beside what cannot", () => {
    expect(check({ journalLines: 50_000, logMB: -1 }).keep).toEqual({
      journalLines: 50_000,
      logMB: 10_000,
    });
    expect(check({ journalLine: 5_000_000, logMB: 30 }).keep).toEqual({
      journalLines: 100_000_000,
      logMB: 30,
    });
  });

  it("throws nothing away while the file cannot be read", () => {
    expect(checkSettings("broken", "linux").settings.keep).toEqual(uncut);
  });
});

describe("the limit of the logs", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "skyferry-log-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const bytesOnDisk = async () => {
    const names = await readdir(folder);
    const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  };

  it("holds for all files together, also when it is lowered while they are full", async () => {
    const log = createLog({ folder, maxFileBytes: 4_000 });
    const write = () => {
      for (let n = 0; n < 400; n++) log.info(`line ${n} ${"x".repeat(40)}`);
    };
    write();
    expect(await bytesOnDisk()).toBeGreaterThan(15_000);
    log.limit(10_000);
    expect(await bytesOnDisk()).toBeLessThan(10_200);
    write();
    expect(await bytesOnDisk()).toBeLessThan(10_200);
    expect(await log.size()).toBe(await bytesOnDisk());
    log.limit(40_000);
    write();
    expect(await bytesOnDisk()).toBeGreaterThan(20_000);
  });
});
