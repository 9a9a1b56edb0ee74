import { beforeEach, describe, expect, it } from "vitest";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { blockFor, holdFor, retryFor } from "#test/support/builders/outcomes.ts";

let fixture: EngineFixture;
const path = "20240601_a.dat";
const minuteMs = 60_000;

beforeEach(() => {
  fixture = new EngineFixture();
});

type Running = Awaited<ReturnType<EngineFixture["started"]>>;

/** Verdict and next step of the file, with the engine started and a second passed. */
async function explained(relPath = path, engine: Running | null = null) {
  const running = engine ?? (await fixture.started());
  await fixture.clock.advance(1000);
  return await running.explain(`${folder}/${relPath}`);
}

describe("the state of a file in a sentence", () => {
  it("delivered", async () => {
    fixture.files.put(folder, path, "content");
    const { verdict, next, uploads, journal, instrument: name } = await explained();
    expect(verdict).toBe("It is on the portal, confirmed at 12:00:00 UTC.");
    expect([next, name]).toEqual([null, "Radar"]);
    expect(uploads).toHaveLength(1);
    expect(journal.map(({ event }) => event)).toEqual([
      "enqueued",
      "claimed",
      "hashed",
      "announced",
      "confirmed",
    ]);
  });

  it("delivered, and gone from the disk: its size is known", async () => {
    fixture.files.put(folder, path, "content");
    const engine = await fixture.runFor(1000);
    fixture.files.remove(folder, path);
    const { rules } = await engine.explain(`${folder}/${path}`);
    expect(rules.find(({ name }) => name === "not-empty")).toMatchObject({
      passed: true,
      detail: "its size is 7 bytes",
    });
  });

  it("with what is wrong with this PC and the instrument, unless it is delivered", async () => {
    fixture.portal.aheadMs = 400_000;
    fixture.portal.script = () => holdFor("unreachable");
    fixture.files.put(folder, path, "content");
    const silent = configuration([instrument({ expectEveryMinutes: 10 })]);
    const engine = await fixture.started(silent);
    await fixture.clock.advance(4 * 60 * minuteMs);
    const { verdict } = await explained(path, engine);
    expect(verdict).toMatch(
      /^It is finished and waits in the queue\. This PC's clock is 7 min ahead of the portal's\. Radar stopped writing at .+\.$/,
    );
    fixture.portal.script = () => undefined;
    await fixture.clock.advance(20 * minuteMs);
    expect((await explained(path, engine)).verdict).toMatch(
      /^It is on the portal, confirmed at [\d:]+ UTC\.$/,
    );
  });

  it("delivered, and unusually small, also in its history", async () => {
    for (let n = 0; n < 14; n++) fixture.files.put(folder, `20240601_${n}.dat`, `${n}`.padStart(1000, "x"));
    const engine = await fixture.runFor(1000);
    fixture.files.put(folder, "20240602_1.dat", "short");
    await fixture.clock.advance(2 * minuteMs);
    const small = "It is unusually small: 5 bytes; files like it usually have about 1.0 kB.";
    const { verdict, uploads } = await explained("20240602_1.dat", engine);
    expect(verdict).toMatch(/^It is on the portal, confirmed at 12:\d\d:\d\d UTC\. /);
    expect(verdict).toContain(small);
    const told = await engine.history(uploads[0]?.id ?? "");
    expect(told?.map(({ sentence }) => sentence)).toContain(small);
    expect((await explained("20240601_1.dat", engine)).verdict).not.toContain("small");
  });

  it("delivered in place of an older content", async () => {
    fixture.files.put(folder, path, "old");
    const engine = await fixture.runFor(1000);
    fixture.files.put(folder, path, "newer");
    await fixture.clock.advance(2 * minuteMs);
    expect((await explained(path, engine)).verdict).toContain("replaced older content");
  });

  it("known, and twin with and without the other's name", async () => {
    fixture.files.put(folder, path, "content");
    fixture.files.put(folder, "20240601_b.dat", "content");
    const engine = await fixture.runFor(1000);
    const verdicts = await Promise.all([path, "20240601_b.dat"].map((one) => explained(one, engine)));
    expect(verdicts.map(({ verdict }) => verdict).filter((verdict) => /another name/.test(verdict))).toEqual([
      expect.stringMatching(/Its content is on the portal under another name \(20240601_[ab]\.dat\)/),
    ]);
    await engine.stop();
    const again = new EngineFixture({ clock: fixture.clock, files: fixture.files, portal: fixture.portal });
    const second = await again.started();
    await fixture.clock.advance(1000);
    const held = await Promise.all([path, "20240601_b.dat"].map((one) => second.explain(`${folder}/${one}`)));
    expect(held.some(({ verdict }) => verdict.includes("already had this content under this name"))).toBe(
      true,
    );
  });

  it("waiting after a failure, with when it is tried again", async () => {
    fixture.files.put(folder, path, "content");
    fixture.portal.script = ({ kind }) => (kind === "send" ? retryFor("portal-error") : undefined);
    const { verdict, next, uploads } = await explained();
    expect(verdict).toBe("The last attempt failed. It is portal-error.");
    expect(next).toEqual({ what: "It is retried", atMs: uploads[0]?.notBeforeMs });
  });

  it("blocked, with the portal's own words", async () => {
    fixture.files.put(folder, path, "content");
    fixture.portal.script = ({ kind }) =>
      kind === "announce" ? blockFor("refused", "no such site") : undefined;
    const { verdict, next } = await explained();
    expect(verdict).toBe("It needs you. It is refused. The portal said: “no such site”.");
    expect(next?.what).toContain("retry");
  });

  it("queued behind a hold, with the hold and its next try", async () => {
    fixture.files.put(folder, path, "content");
    fixture.portal.script = () => holdFor("unreachable");
    const { verdict, next } = await explained();
    expect(verdict).toBe("It is finished and waits in the queue.");
    expect(next?.what).toBe("Sending is on hold: It is unreachable.");
    expect(next?.atMs).toBeGreaterThan(fixture.clock.nowMs());
  });

  it("being sent, and queued behind others", async () => {
    fixture.portal.latencyMs = 60 * minuteMs;
    for (let i = 0; i < 100; i++) fixture.files.put(folder, `20240601_${i}.dat`, `content ${i}`);
    const engine = await fixture.started();
    expect((await explained("20240601_0.dat", engine)).verdict).toBe("It is being sent.");
    expect(await explained("20240601_99.dat", engine)).toMatchObject({
      verdict: "It is finished and waits in the queue.",
      next: { what: "It is sent when its turn comes", atMs: null },
    });
  });

  it("cancelled", async () => {
    fixture.files.put(folder, path, "content");
    fixture.portal.isPasswordRight = false;
    const engine = await fixture.runFor(1000);
    expect(await engine.cancel({})).toBe(1);
    expect((await explained(path, engine)).verdict).toBe("You cancelled it.");
  });

  it("growing, with when it is looked at again", async () => {
    const engine = await fixture.started();
    fixture.write(path, "content");
    fixture.watch.hint(folder, path);
    const { verdict, next } = await explained(path, engine);
    expect(verdict).toContain("It is not finished yet: it last changed at ");
    expect(next).toEqual({ what: "It is checked again", atMs: fixture.clock.nowMs() + 59_000 });
  });

  it("not seen yet, and with a name that will be blocked", async () => {
    const engine = await fixture.started(configuration([instrument({ pattern: "%Y%m%d*.dat" })]));
    fixture.files.put(folder, path, "content");
    fixture.files.put(folder, "20240601 b.dat", "content");
    expect((await engine.explain(`${folder}/${path}`)).verdict).toContain("is queued when it is finished");
    expect((await engine.explain(`${folder}/20240601 b.dat`)).verdict).toContain(
      "It will not be sent: the portal accepts",
    );
  });

  it("gone before it was found", async () => {
    expect((await explained()).verdict).toContain("It is not in the queue.");
  });
});

describe("why a file is not sent", () => {
  it.each([
    ["notes.txt", "pattern", ""],
    ["20240601_empty.dat", "not-empty", "it is empty"],
    ["20240530_old.dat", "since", "is before the start date, 1 Jun 2024"],
    ["20240701_ahead.dat", "not-in-future", "more than 5 days after today"],
  ])("%s: the rule that fails is the last of the list", async (name, rule, reason) => {
    fixture.files.put(folder, name, name.includes("empty") ? "" : "content");
    const engine = await fixture.started(configuration([instrument({ since: "2024-06-01" })]));
    const { verdict, rules } = await explained(name, engine);
    expect(verdict).toMatch(/^It is not sent: /);
    expect(verdict).toContain(reason);
    expect(rules.at(-1)).toMatchObject({ name: rule, passed: false });
    expect(rules.slice(0, -1).every(({ passed }) => passed)).toBe(true);
  });

  it("two instruments take it", async () => {
    fixture.files.put(folder, path, "content");
    const engine = await fixture.started(configuration([instrument(), instrument({ name: "Second" })]));
    expect((await explained(path, engine)).verdict).toContain('"Radar" and "Second" both match this file');
  });

  it("it lies in no instrument's folder", async () => {
    const engine = await fixture.started();
    expect(await engine.explain("/elsewhere/20240601_a.dat")).toMatchObject({ instrument: null, rules: [] });
  });
});

describe("a path", () => {
  it("may be relative to an instrument's folder, and names the instrument that takes the file", async () => {
    const inner = instrument({ name: "Inner", folder: `${folder}/inner` });
    fixture.files.put(inner.folder, path, "inner content");
    fixture.files.put(folder, "20240601_b.dat", "content");
    const engine = await fixture.runFor(1000, configuration([instrument(), inner]));
    expect(await engine.explain("20240601_b.dat")).toMatchObject({ instrument: "Radar" });
    expect(await engine.explain(`${inner.folder}/${path}`)).toMatchObject({ instrument: "Inner" });
  });
});
