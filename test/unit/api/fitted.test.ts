import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { dispatch } from "#api/dispatch.ts";
import { createHandlers } from "#api/handlers/all.ts";
import { type Handlers, type MethodName, methods } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { callCases } from "#test/support/builders/call-cases.ts";
import { createFakeCoverage } from "#test/support/fakes/fake-coverage.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createFakePortalReads } from "#test/support/fakes/fake-portal-reads.ts";
import { createFakeShell } from "#test/support/fakes/fake-shell.ts";
import { createFakeStationLog } from "#test/support/fakes/fake-station-log.ts";
import { createFakeNotifications } from "#test/support/hosts/fake-notifications.ts";

type Path = readonly (string | number)[];

const names = [
  ...(["status", "explain", "uploads", "upload", "queue", "queue.windows", "queue.counts"] as const),
  ...(["upload.history", "journal", "journal.page", "receipts", "notifications", "tray"] as const),
  ...(["log.days", "log.events", "log.since", "coverage.days", "coverage.day", "activity"] as const),
  ...(["known.list", "verify.read", "unsent"] as const),
] satisfies readonly MethodName[];

/** Gives the answer of each method as the host gives it, before it is made one of the contract. */
async function answers(): Promise<ReadonlyMap<MethodName, unknown>> {
  const engine = createFakeEngine();
  const handlers = createHandlers({
    station: engine,
    portalReads: createFakePortalReads(),
    host: null,
    shell: createFakeShell(),
    coverage: createFakeCoverage(),
    log: createFakeStationLog(),
    notifications: createFakeNotifications(),
  });
  engine.find("radar/a.nc");
  engine.happen(engine.find("radar/b.nc"), { type: "claimed" });
  const given = new Map<MethodName, unknown>();
  for (const name of names) {
    const input = methods[name].input.parse(callCases[name].good);
    const answer = handlers[name] as (input: unknown, signal: AbortSignal) => Promise<Reply<unknown>>;
    const reply = await answer(input, new AbortController().signal);
    if (reply.ok) given.set(name, reply.value);
  }
  return given;
}

const raw = await answers();

async function replyOf(name: MethodName, value: unknown, isStrict = false) {
  const onBug = vi.fn();
  const handlers = { [name]: async () => ({ ok: true, value }) } as unknown as Partial<Handlers>;
  const reply = await dispatch(handlers, name, callCases[name].good, { onBug, isStrict });
  return { reply, told: onBug.mock.calls.map(([, error]) => String(error)) };
}

/** Every list within a value, or every value that is none. */
function places(value: unknown, kind: "lists" | "leaves", path: Path = []): Path[] {
  const isLeaf = typeof value !== "object" || value === null;
  if (isLeaf) return kind === "leaves" ? [path] : [];
  const own = kind === "lists" && Array.isArray(value) ? [path] : [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const within = steps.flatMap((step) =>
    places((value as Record<string | number, unknown>)[step], kind, [...path, step]),
  );
  return [...own, ...within];
}

function changed(value: unknown, [step, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[step] = changed(copy[step], rest, change);
  return copy;
}

const cases = [...raw].flatMap(([name, value]) =>
  places(value, "lists").map((path) => [name, path.join("."), path] as const),
);
/** Lists whose rows the compiler alone checks. */
const unchecked = ["status path", "status truth.detail", "explain rules"];
/** A number for each hour. */
const hourly = ["activity throughput.bytes", "activity throughput.files"];
const withRows = cases.filter(([name, at]) => ![...unchecked, ...hourly].includes(`${name} ${at}`));

describe("a row that does not fit", () => {
  it.each(withRows)("of %s %s is left out, and told once", async (name, _, path) => {
    const good = await replyOf(name, raw.get(name));
    expect(good).toMatchObject({ reply: { ok: true }, told: [] });
    const planted = changed(raw.get(name), path, (list) => [...(list as unknown[]), true]);
    expect(await replyOf(name, planted, true)).toMatchObject({ reply: { error: { code: "internal" } } });
    const { reply, told } = await replyOf(name, planted);
    expect(reply).toEqual(good.reply);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`${name}.`);
  });

  it("is not left out of numbers that stand for hours", async () => {
    const planted = changed(raw.get("activity"), ["throughput", "files", 3], () => -1);
    expect(await replyOf("activity", planted)).toMatchObject({ reply: { error: { code: "internal" } } });
  });

  it("is looked for in every kind of list", () => {
    const lists = new Set(cases.map(([name, at]) => `${name} ${at.replaceAll(/\d+/g, "n")}`));
    expect([...lists]).toMatchInlineSnapshot(`
      [
        "status holds",
        "status causes",
        "status instruments",
        "status settingsProblems",
        "status questionable",
        "status path",
        "status truth.detail",
        "status issues",
        "explain rules",
        "explain uploads",
        "explain journal",
        "uploads uploads",
        "upload journal",
        "queue uploads",
        "queue.windows windows",
        "queue.windows windows.n.uploads",
        "queue.counts instruments",
        "queue.counts causes",
        "upload.history sentences",
        "upload.history steps",
        "journal entries",
        "journal.page entries",
        "receipts receipts",
        "notifications notices",
        "tray tray.causes",
        "tray told",
        "log.days days",
        "log.days days.n.hours",
        "log.days events",
        "log.events events",
        "log.since events",
        "coverage.days days",
        "coverage.days days.n.published",
        "coverage.days days.n.gaps",
        "coverage.day day.published",
        "coverage.day day.gaps",
        "coverage.day files",
        "coverage.day pauses",
        "activity throughput.bytes",
        "activity throughput.files",
        "activity instruments",
        "known.list known",
        "known.list known.n.files",
        "unsent files",
      ]
    `);
  });
});

const leaves = [...raw].flatMap(([name, value]) =>
  places(value, "leaves").map((path) => [name, path] as const),
);

it("whatever a value of an answer is, what is answered is of the contract, or it is an internal error", async () => {
  let kept = 0;
  for (const [name, path] of leaves) {
    for (const odd of [undefined, null, Number.NaN, -1, 1.5, 2 ** 80, "odd", {}, []]) {
      const { reply } = await replyOf(
        name,
        changed(raw.get(name), path, () => odd),
      );
      if (!reply.ok) continue;
      const output: z.ZodType = methods[name].output;
      expect(z.encode(output, output.parse(reply.value)), `${name} ${path.join(".")} ${odd}`).toEqual(
        reply.value,
      );
      kept += 1;
    }
  }
  expect(kept).toBeGreaterThan(leaves.length * 4);
});

describe("of one upload", () => {
  const uploads = raw.get("uploads") as { uploads: readonly object[] };
  const [upload] = uploads.uploads;
  const withOne = (change: object) => ({ ...uploads, uploads: [{ ...upload, ...change }, upload] });
  const first = async (change: object) => {
    const { reply, told } = await replyOf("uploads", withOne(change));
    const value = reply.ok
      ? (reply.value as { uploads: readonly Record<string, unknown>[] })
      : { uploads: [] };
    return { first: value.uploads[0], count: value.uploads.length, told };
  };

  it("what may be missing is null", async () => {
    const receipt = { kind: "stored", checksum: "a", size: 1, recordFilename: null, portal: null };
    const found = await first({ receipt: { ...receipt, confirmedAtMs: 0 }, notBeforeMs: Number.NaN });
    expect(found).toMatchObject({
      count: 2,
      first: { nextTryAt: null, receipt: { ...receipt, recordUuid: null } },
    });
    expect(found.told).toEqual([
      expect.stringContaining(
        "uploads.uploads[].nextTryAt does not fit and is left out: Invalid input: expected number",
      ),
      expect.stringContaining("uploads.uploads[].receipt.recordUuid does not fit"),
    ]);
    expect(await first({ receipt })).toMatchObject({ count: 2, first: { receipt: null } });
  });

  it("a field that the contract does not have is left out", async () => {
    const content = { kind: "damaged", reason: "is cut off", isAllowed: false };
    const found = await first({ content: { ...content, later: 1 } });
    expect(found).toMatchObject({ count: 2, first: { content } });
    expect(found.told).toEqual([expect.stringContaining("uploads.uploads[].content does not fit")]);
  });

  it("without what must be there it is left out, each missing part told once", async () => {
    const found = await first({ size: undefined, state: "a secret" });
    expect(found).toMatchObject({ count: 1 });
    expect(found.told).toEqual([
      expect.stringContaining("uploads.uploads[].size does not fit"),
      expect.stringContaining("uploads.uploads[].state does not fit"),
    ]);
    expect(found.told.join()).not.toContain("secret");
  });
});

it("the log hears of a place once, however often the host is asked; another host tells it again", async () => {
  const onBug = vi.fn();
  const host = () => {
    const handlers: Partial<Handlers> = {
      queue: async () => ({
        ok: true,
        value: { seq: 0, total: 2, offset: 0, uploads: [null, null] as never },
      }),
    };
    return () => dispatch(handlers, "queue", {}, { onBug, isStrict: false });
  };
  const ask = host();
  for (let n = 0; n < 3; n++)
    expect(await ask()).toEqual({ ok: true, value: { seq: 0, total: 2, offset: 0, uploads: [] } });
  expect(onBug).toHaveBeenCalledExactlyOnceWith("queue", expect.any(Error));
  await host()();
  expect(onBug).toHaveBeenCalledTimes(2);
});
