import { beforeEach, describe, expect, it } from "vitest";
import { addedPath } from "#domain/added-files.ts";
import type { Adding } from "#engine/adding/adding.ts";
import { createStation } from "#station/station.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { retryFor } from "#test/support/builders/outcomes.ts";
import type { Scripted } from "#test/support/fakes/fake-portal.ts";
import { MemoryAdded } from "#test/support/fakes/memory-added.ts";

let fixture: EngineFixture;
let added: MemoryAdded;
const dayMs = 86_400_000;
const date = "2024-05-01";
const name = "20240501_usb.dat";
const relPath = addedPath("Radar", date, name);

beforeEach(() => {
  fixture = new EngineFixture();
  added = new MemoryAdded(fixture.files, folder);
});

async function running(config = configuration()) {
  const engine = createStation({ ...ports(), added }, config);
  await engine.start();
  await fixture.clock.advance(0);
  const { adding } = engine;
  if (adding === null) throw new Error("the engine takes no files");
  return { engine, adding };
}

/** The fixture's own ports; it holds them as its fields. */
function ports() {
  const { clock, files, watch, log, pathStyle, drivesStore, verifyStore, ledger, portal } = fixture;
  return { clock, files, watch, log, pathStyle, drivesStore, verifyStore, ledger, portal } as const;
}

async function give(adding: Adding, content: string, target: { name?: string; modifiedAtMs?: number } = {}) {
  const bytes = Buffer.from(content);
  const file = { name, instrument: "Radar", date, modifiedAtMs: Date.UTC(2024, 4, 1), ...target };
  const id = await adding.begin({ path: file.name, size: bytes.length });
  if (typeof id !== "string") throw new Error(id.message);
  await adding.append(id, 0, bytes);
  return { ...file, id };
}

async function send(adding: Adding, content: string, target = {}) {
  const [end] = await adding.send([await give(adding, content, target)]);
  await fixture.clock.advance(1000);
  return end?.uploadId ?? "";
}

const check = async (adding: Adding, content: string) => {
  const found = await adding.check(await give(adding, content), new AbortController().signal);
  if ("error" in found) throw new Error(found.message);
  return found;
};

describe("a file that is added", () => {
  it("is delivered at once, whatever the instrument waits for, and is no sign that it writes", async () => {
    const slow = instrument({ finish: { policy: "day-closed", graceMinutes: 600, seconds: 600 } });
    const { engine, adding } = await running(configuration([slow]));
    const id = await send(adding, "from a stick");
    expect((await engine.upload(id))?.upload).toMatchObject({
      relPath,
      state: "delivered",
      instrument: "Radar",
    });
    expect((await engine.status()).instruments[0]?.lastFileAtMs).toBeNull();
    const upload = (await engine.upload(id))?.upload;
    expect(upload === undefined ? null : engine.pathOf(upload)).toBe(`/data/skyferry${relPath}`);
  });

  it("is sent although its date is before the start date; the preview says so", async () => {
    const { adding } = await running(configuration([instrument({ since: "2025-01-01" })]));
    expect((await check(adding, "old")).notes.join()).toContain("start date, 1 Jan 2025");
    await send(adding, "old");
    expect(await fixture.delivered()).toBe(1);
  });

  it("is found by the next rescan where the host died before it was in the queue", async () => {
    const target = await give((await running()).adding, "kept");
    expect(await added.keep(target.id, relPath, 1)).toBeNull();
    await fixture.clock.advance(61_000);
    expect(await fixture.delivered()).toBe(1);
  });

  it("keeps its copy until a week after its delivery, and for as long as it is not delivered", async () => {
    const first = await running();
    await send(first.adding, "delivered");
    first.engine.pause(null);
    await send(first.adding, "waits", { name: "20240501_waits.dat" });
    await first.engine.stop();
    const removedAfter = async (ms: number) => {
      await fixture.clock.advance(ms);
      fixture.portal.isPasswordRight = false;
      const { engine } = await running();
      await engine.stop();
      return added.removed;
    };
    expect(await removedAfter(6.9 * dayMs)).toEqual([]);
    expect(await removedAfter(0.2 * dayMs)).toEqual([relPath]);
    expect(await removedAfter(365 * dayMs)).toEqual([relPath]);
    // The receipt stays.
    expect((await fixture.ledger.totals()).delivered).toBe(1);
  });

  it("is sent once, however often it is added; the preview says what is known", async () => {
    const { adding } = await running();
    expect(await check(adding, "same")).toMatchObject({ onPortal: "no", notes: [] });
    await send(adding, "same");
    const again = await check(adding, "same");
    expect(again.onPortal).toBe("yes");
    expect(again.notes.join()).toMatch(/^This station delivered it .*at \d\d:\d\d UTC, as added\/radar-\S+$/);
    await send(adding, "same");
    await send(adding, "same", { modifiedAtMs: Date.UTC(2024, 4, 2) });
    expect(fixture.portal.requests().put).toBe(1);
  });

  it.each<[string, Scripted]>([
    ["fails", retryFor("portal-error")],
    ["hangs", "hang"],
  ])(
    "is on the portal or not, that is not known, where the portal's list %s, and while it rests",
    async (_, answer) => {
      const { adding } = await running();
      fixture.portal.script = ({ kind }) => (kind === "list" ? answer : undefined);
      const first = check(adding, "first");
      await fixture.clock.advance(10_000);
      expect(await first).toMatchObject({ onPortal: "unknown", notes: [] });
      fixture.portal.script = () => undefined;
      expect(await check(adding, "second")).toMatchObject({ onPortal: "unknown" });
    },
  );

  it("with other content replaces what was added before, and says so", async () => {
    const { adding } = await running();
    await send(adding, "first");
    expect((await check(adding, "second")).notes).toEqual([
      "It replaces a file of this name and date that you added before.",
    ]);
    await send(adding, "second", { modifiedAtMs: Date.UTC(2024, 4, 2) });
    expect(fixture.portal.requests().put).toBe(2);
    expect(await fixture.delivered()).toBe(2);
  });

  it("is delivered once where the instrument's folder has it, too; with other content it waits for a person", async () => {
    const { adding, engine } = await running();
    fixture.write(name, "of the folder");
    await fixture.clock.advance(200_000);
    expect(await check(adding, "of the folder")).toMatchObject({ onPortal: "yes" });
    await send(adding, "of the folder");
    expect(fixture.portal.requests().put).toBe(1);
    const other = await check(adding, "other content");
    expect(other.notes.join()).toContain(`${folder}/${name} has the same name and date but other content`);
    const id = await send(adding, "other content", { modifiedAtMs: Date.UTC(2024, 4, 3) });
    expect((await engine.upload(id))?.upload.failure?.cause).toBe("record-clash");
  });

  it("that was cancelled goes when it is added again; its copy is removed when a person says so", async () => {
    const { adding, engine } = await running();
    engine.pause(null);
    const id = await send(adding, "unwanted");
    expect(await adding.remove([id])).toBe(0);
    await engine.cancel({ ids: [id] });
    expect(await send(adding, "unwanted")).toBe(id);
    expect((await engine.upload(id))?.upload.state).toBe("queued");
    await engine.cancel({ ids: [id] });
    expect(await adding.remove([id])).toBe(1);
    expect(added.removed).toEqual([relPath]);
  });

  it("whose instrument is not in the settings any more waits, and goes when it is again", async () => {
    const { adding, engine } = await running();
    engine.pause(null);
    const id = await send(adding, "waits");
    await engine.configure(configuration([instrument({ name: "Other" })]));
    engine.resume();
    await fixture.clock.advance(61_000);
    expect((await engine.upload(id))?.upload).toMatchObject({
      state: "blocked",
      failure: { cause: "no-instrument" },
    });
    expect(added.removed).toEqual([]);
    await engine.configure(configuration());
    await fixture.clock.advance(1000);
    expect((await engine.upload(id))?.upload.state).toBe("delivered");
  });
});

describe("what cannot be sent", () => {
  it("is refused one by one, in a sentence", async () => {
    const { adding } = await running();
    const target = await give(adding, "x");
    const ends = await adding.send([
      { ...target, instrument: "Nobody's" },
      { ...target, date: "2999-01-01" },
      { ...target, name: "../20240501_x.dat" },
      { ...target, id: "unknown" },
    ]);
    expect(ends.map(({ uploadId }) => uploadId)).toEqual([null, null, null, null]);
    for (const { message } of ends) expect(message).toMatch(/\.$/);
    await fixture.clock.advance(61_000);
    expect(fixture.portal.requests().post).toBe(0);
  });

  it("are two of one name, instrument and date in one call: the first goes", async () => {
    const { adding } = await running();
    const targets = [await give(adding, "one"), await give(adding, "two")];
    const ends = await adding.send(targets);
    expect(ends.map(({ message }) => message)).toEqual([null, expect.stringContaining("added twice")]);
  });

  it("is what the disk has no room for: nothing is taken", async () => {
    const { adding } = await running();
    fixture.files.makeFolder(added.dataFolder);
    fixture.files.mountOn(added.dataFolder, { device: "1", root: "/", bytes: 1e12, freeBytes: 4e9 });
    expect(await adding.begin({ path: name, size: 3.9e9 })).toMatchObject({
      error: "disk-full",
      message: expect.stringContaining("has 3.9 GB, but the disk of the data folder has only 4.0 GB free"),
    });
    expect(typeof (await adding.begin({ path: name, size: 3e9 }))).toBe("string");
  });
});
