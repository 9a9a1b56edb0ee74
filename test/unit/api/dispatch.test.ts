import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { z } from "zod";
import { dispatch } from "#api/dispatch.ts";
import { createHandlers } from "#api/handlers/all.ts";
import type { Handlers, MethodName } from "#contract/methods.ts";
import { methods } from "#contract/methods.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { callCases } from "#test/support/builders/call-cases.ts";
import { createFakeChannelEditor } from "#test/support/fakes/fake-channel-editor.ts";
import { createFakeCleanup } from "#test/support/fakes/fake-cleanup.ts";
import { createFakeCoverage } from "#test/support/fakes/fake-coverage.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createFakePortalFiles } from "#test/support/fakes/fake-portal-files.ts";
import { createFakePortalReads } from "#test/support/fakes/fake-portal-reads.ts";
import { fakeReports } from "#test/support/fakes/fake-reports.ts";
import { createFakeRetention, fakeBackupOpening, fakeBackups } from "#test/support/fakes/fake-retention.ts";
import { createFakeSettingsService } from "#test/support/fakes/fake-settings-editor.ts";
import { createFakeDemo, createFakeShell } from "#test/support/fakes/fake-shell.ts";
import { createFakeStationLog } from "#test/support/fakes/fake-station-log.ts";
import { fakeStationReports } from "#test/support/fakes/fake-station-reports.ts";
import { createFakeTokens } from "#test/support/fakes/fake-tokens.ts";
import { createFakeNotifications } from "#test/support/hosts/fake-notifications.ts";

const host = {
  pid: 42,
  version: "0.1.0",
  startedAt: "2026-11-21T10:00:00.000Z",
  runsAs: "daemon",
  poolSize: 64,
} as const;
const names = Object.keys(methods) as MethodName[];

function setUp(running = true) {
  const engine = createFakeEngine();
  const portalReads = createFakePortalReads();
  const handlers = createHandlers({
    station: engine,
    portalReads,
    portalFiles: createFakePortalFiles(),
    host: running ? host : null,
    shell: createFakeShell(),
    settingsParts: createFakeSettingsService(),
    demo: createFakeDemo(),
    retention: createFakeRetention(),
    backups: fakeBackups,
    backupOpening: fakeBackupOpening,
    channelEditor: createFakeChannelEditor(),
    notifications: createFakeNotifications(),
    metricsEndpoint: { address: () => "http://127.0.0.1:9464/metrics", error: () => null },
    coverage: createFakeCoverage(),
    cleanup: createFakeCleanup(),
    log: createFakeStationLog(),
    reports: fakeReports,
    stationReports: fakeStationReports,
    tokens: { tokens: createFakeTokens(), clock: { nowMs: Date.now } },
  });
  return { engine, portalReads, handlers };
}

function checkedValue(reply: Awaited<ReturnType<typeof dispatch>>): unknown {
  expect(reply).toMatchObject({ ok: true });
  return reply.ok ? reply.value : null;
}

describe("text that could not be given back", () => {
  const broken = ["a\ud800b", "\udc00", "a\0b"];
  it.each(names.flatMap((method) => broken.map((text) => [method, text] as const)))(
    "%s of %j is bad input",
    async (method, text) => {
      const { handlers } = setUp();
      for (const input of [text, { path: text }, { filter: { names: ["fit", text] } }, { [text]: 1 }]) {
        const reply = await dispatch(handlers, method, input);
        expect(reply).toMatchObject({ ok: false, error: { code: "bad-input" } });
        expect(JSON.stringify(reply)).toContain("has a NUL or half of a character");
      }
    },
  );
  it("levels without end are refused before anything looks into them", async () => {
    const levels = (count: number) => JSON.parse(`${'{"filter":'.repeat(count)}1${"}".repeat(count)}`);
    for (const count of [51, 150_000])
      expect(await dispatch(setUp().handlers, "uploads", levels(count))).toMatchObject({
        ok: false,
        error: {
          code: "bad-input",
          message: expect.stringMatching(/filter" of uploads has too many levels/),
        },
      });
    const few = JSON.stringify(await dispatch(setUp().handlers, "uploads", levels(50)));
    expect(few).toContain("bad-input");
    expect(few).not.toContain("too many levels");
  });

  it("whole characters and bytes are let through", async () => {
    const { handlers } = setUp();
    const reply = await dispatch(handlers, "explain", {
      path: "/data/😀é",
      bytes: new Uint8Array([0xd8, 0]),
    });
    expect(JSON.stringify(reply)).not.toContain("half of a character");
  });
});

describe("every method", () => {
  it.each(names)("%s answers a right input with what the contract says", async (name) => {
    const { engine, handlers } = setUp();
    engine.happen(engine.find("radar/a.nc"), { type: "claimed" });
    const value = checkedValue(await dispatch(handlers, name, callCases[name].good));
    const output: z.ZodType = methods[name].output;
    expect(z.encode(output, output.parse(value))).toEqual(value);
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  const bad = names.flatMap((name) =>
    callCases[name].bad.map(([input, named]) => [name, input, named] as const),
  );
  it.each(bad)("%s refuses %j and names %s", async (name, input, named) => {
    const reply = await dispatch(setUp().handlers, name, input);
    expect(reply).toEqual({
      ok: false,
      error: { code: "bad-input", message: expect.stringContaining(named) },
    });
  });
});

describe("dispatch", () => {
  it.each(["nothing", "toString", "__proto__", "constructor", ""])("knows no method %j", async (name) => {
    const reply = await dispatch(setUp().handlers, name, {});
    expect(reply).toMatchObject({ ok: false, error: { code: "unknown-method" } });
  });

  it.each([
    ["sweep", "rescan"],
    ["notices", "notifications"],
    ["figures.port", "metrics.server"],
    ["keeping.read", "retention.read"],
    ["upload.story", "upload.history"],
  ] as const)("answers %s, the former name of %s", async (former, now) => {
    const { engine, handlers } = setUp();
    engine.find("radar/a.nc");
    const { good } = callCases[now];
    expect(await dispatch(handlers, former, good)).toEqual(await dispatch(handlers, now, good));
    expect(await dispatch(handlers, former, good)).toMatchObject({ ok: true });
  });

  it("tells of a mistake of the program without its text", async () => {
    const { engine, handlers } = setUp();
    engine.fault = new Error("password is hunter2");
    const onBug = vi.fn();
    const reply = await dispatch(handlers, "status", {}, { onBug });
    expect(reply).toMatchObject({ ok: false, error: { code: "internal" } });
    expect(JSON.stringify(reply)).not.toMatch(/hunter2|\bat \b/);
    expect(onBug).toHaveBeenCalledExactlyOnceWith("status", engine.fault);
  });

  it.each([
    ["shell.facts", { kind: "window" }],
    ["retention.read", { bytes: -1 }],
    ["metrics.server", { address: null, message: null, more: 1 }],
    ["uploads", { seq: 1, uploads: [null], nextAfterId: null }],
  ] as const)(
    "takes an answer of %s that is no answer of the contract, %j, for a mistake",
    async (name, value) => {
      const { handlers } = setUp();
      const onBug = vi.fn();
      const unfit = { ...handlers, [name]: async () => ({ ok: true, value }) };
      expect(await dispatch(unfit, name, {}, { onBug })).toMatchObject({ error: { code: "internal" } });
      expect(onBug).toHaveBeenCalledExactlyOnceWith(name, expect.any(z.core.$ZodError));
    },
  );

  it("says that the ledger fails, which is no mistake", async () => {
    const { engine, handlers } = setUp();
    engine.fault = new LedgerError("The disk is full.");
    const onBug = vi.fn();
    const error = { code: "ledger-trouble", message: "The disk is full." };
    expect(await dispatch(handlers, "status", {}, { onBug })).toEqual({ ok: false, error });
    expect(onBug).not.toHaveBeenCalled();
  });

  it("fills in defaults and hands the caller's signal on", async () => {
    const { handlers } = setUp();
    const seen = vi.fn(handlers.journal);
    const { signal } = new AbortController();
    await dispatch({ ...handlers, journal: seen }, "journal", {}, { signal });
    expect(seen).toHaveBeenCalledExactlyOnceWith({ sinceSeq: 0, limit: 100 }, signal);
  });

  it("does not compile without a handler", () => {
    const { handlers } = setUp();
    const { status: _, ...rest } = handlers;
    // @ts-expect-error: `status` is missing
    const incomplete: Handlers = rest;
    expect(incomplete).not.toHaveProperty("status");
    expectTypeOf<keyof Handlers>().toEqualTypeOf<MethodName>();
  });
});

describe("the portal's answers", () => {
  it.each([
    [
      { kind: "refused", status: 404, errors: ["No files match this UUID"] },
      "portal-refused",
      "No files match this UUID",
    ],
    [{ kind: "refused", status: 500, errors: [] }, "portal-refused", "500"],
    [
      { kind: "failed", failure: { cause: "unreachable", message: "No way there.", portalMessage: null } },
      "portal-trouble",
      "No way there.",
    ],
    [{ kind: "abandoned" }, "abandoned", "was cancelled"],
  ] as const)("%j is told as %s", async (outcome, code, part) => {
    const { portalReads, handlers } = setUp();
    portalReads.error = outcome;
    const error = { code, message: expect.stringContaining(part) };
    for (const method of ["portal.sites", "portal.image"] as const) {
      const reply = await dispatch(handlers, method, callCases[method].good);
      expect(reply).toEqual({ ok: false, error });
    }
  });

  it("gets the filters as they were asked", async () => {
    const { portalReads, handlers } = setUp();
    const filter = callCases["portal.rawFiles"].good;
    await dispatch(handlers, "portal.rawFiles", filter);
    expect(portalReads.asked).toEqual([{ route: "rawFiles", input: filter }]);
  });
});
