import { afterEach, describe, expect, test } from "vitest";
import { createKnownIssues, knownWords } from "#engine/known-issues.ts";
import { issuesOf } from "#station/status/issues.ts";
import {
  createVerdicts,
  listedVerdicts,
  listedWords,
  poorProductWords,
  verdictCauses,
} from "#station/status/verdicts.ts";
import { instrumentStatus, statusWith } from "#test/support/builders/status-shapes.ts";
import {
  checksumOf,
  instrumentsIn,
  noonMs,
  openCoverageStation,
  openStoryPortal,
  type StoryFile,
  uuidOf,
} from "./coverage-station.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const [radar, ceilometer] = instrumentsIn("/files");
if (radar === undefined || ceilometer === undefined) throw new Error("The demo has no such instruments.");

/** `count` files of yesterday; the first ones have these fates, all others are processed. */
function files(count: number, first: readonly StoryFile["fate"][], instrument = radar): StoryFile[] {
  const date = "2026-11-19";
  return Array.from({ length: count }, (_, n) => ({
    instrument: instrument as NonNullable<typeof radar>,
    date,
    relPath: `${date}/${date}_${String(n).padStart(2, "0")}.nc`,
    fate: first[n] ?? "processed",
  }));
}

async function open(story: readonly StoryFile[]) {
  const { portal, close } = await openStoryPortal(story);
  ends.push(close);
  const station = await openCoverageStation(portal, { instruments: [radar, ceilometer] as never });
  ends.push(() => station.close());
  await station.measure(story);
  station.sync.start();
  await station.pass(4);
  const { ledger, clock } = station;
  const known = createKnownIssues({ clock, store: null });
  const watch = createVerdicts({ ledger, clock, known }, () => [radar, ceilometer] as never);
  station.sync.onRead(() => watch.forget());
  const issues = async () => {
    const found = await watch.current();
    const instruments = found.map((verdicts) => instrumentStatus({ name: verdicts.instrument, verdicts }));
    return issuesOf(statusWith({}, { instruments }), clock.nowMs());
  };
  return { portal, station, watch, issues, known };
}

describe("verdicts", () => {
  test("of 50 files 5 that the portal could not use are one issue, which is over when they are replaced", async () => {
    const story = files(50, Array(5).fill("invalid"));
    const { portal, station, watch, issues } = await open(story);
    const [one, ...others] = await issues();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      key: "invalid:Cloud radar",
      cause: "judged-invalid",
      kind: "needsYou",
      count: 5,
      label: "The portal could not use 5 files of Cloud radar",
      takesSince: true,
      remedy: "check the instrument, and replace the files (the portal gives no reason)",
    });
    expect(await watch.current()).toMatchObject([
      { instrument: "Cloud radar", invalid: { count: 5, samplePath: story[0]?.relPath }, unprocessed: null },
      { instrument: "Ceilometer", invalid: null, unprocessed: null, poorProducts: 0 },
    ]);

    // The portal judges what it has again.
    for (const file of story.slice(0, 5)) {
      const change = { status: "processed", updatedAt: new Date(station.clock.nowMs()).toISOString() };
      expect(portal.tampering.alter(checksumOf(file), change as never)).toBe(true);
    }
    await station.pass(70);
    expect(await issues()).toEqual([]);
  });

  test("files that are marked as known are told no more, and others of the same cause are", async () => {
    const { portal, station, watch, issues, known } = await open(files(3, ["invalid", "invalid"]));
    const [issue] = await issues();
    if (issue === undefined) throw new Error("Nothing is told.");
    const marked = await known.mark(issue, { note: "Rain on the dome", by: "operator" });
    watch.forget();
    expect(await issues()).toEqual([]);
    const [upload] = await station.ledger.list({ text: "_00" }, 1, null);
    const file = { instrument: "Cloud radar", version: upload?.id ?? "" };
    expect(knownWords(await known.list(), file, station.clock.nowMs())[0]).toMatch(
      /^operator marked this as known at \d\d:\d\d UTC: “Rain on the dome”$/,
    );
    const third = files(3, [])[2];
    const change = { status: "invalid", updatedAt: new Date(station.clock.nowMs()).toISOString() };
    if (third !== undefined) portal.tampering.alter(checksumOf(third), change as never);
    await station.pass(70);
    expect(await issues()).toMatchObject([{ count: 1, files: [{ relPath: third?.relPath }] }]);
    await known.end(marked?.id ?? 0);
    watch.forget();
    expect(await issues()).toMatchObject([{ count: 3 }]);
  });

  test("a file that is known to be late is told again when the portal cannot use it", async () => {
    const story = files(2, ["uploaded"]);
    const { portal, station, watch, issues, known } = await open(story);
    const [issue] = await issues();
    expect(issue).toMatchObject({ cause: "not-processed", files: [{ relPath: story[0]?.relPath }] });
    if (issue !== undefined) await known.mark(issue, { note: "The operators know", by: "operator" });
    watch.forget();
    expect(await issues()).toEqual([]);
    const change = { status: "invalid", updatedAt: new Date(station.clock.nowMs()).toISOString() };
    if (story[0] !== undefined) portal.tampering.alter(checksumOf(story[0]), change as never);
    await station.pass(70);
    expect(await issues()).toMatchObject([{ cause: "judged-invalid", count: 1 }]);
  });

  test("what Skyferry's own check had found is the reason, as the portal gives none", async () => {
    const content = { kind: "damaged", reason: "is cut off", isAllowed: false } as const;
    const story = files(2, ["invalid"]).map((file) => ({ ...file, content }));
    const { station, watch, issues } = await open(story);
    const [path] = story.map(({ relPath }) => relPath);
    expect((await issues())[0]?.remedy).toBe(
      `check the instrument, and replace the file (${path} is cut off)`,
    );
    const [verdicts = null] = await watch.current();
    expect(verdictCauses(verdicts, noonMs)[0]?.message).toContain(
      "own check found that the file is cut off.",
    );
    const uploads = await station.ledger.list({}, 9, null);
    const upload = uploads.find(({ relPath }) => relPath === path);
    expect(upload && (await listedWords(station.ledger, upload))).toContain("the file is cut off. Check");
  });

  test("a file that was replaced here is no longer awaited, before any list says so", async () => {
    const story = files(2, ["invalid", "invalid"]);
    const { station, watch } = await open(story);
    const [file] = story;
    await station.ledger.enqueue(
      [
        {
          instrument: "Cloud radar",
          relPath: file?.relPath ?? "",
          size: 9,
          mtimeUs: noonMs * 1000,
          ctimeUs: noonMs * 1000,
          fileId: "new",
          measurementDate: "2026-11-19",
          lane: "fresh",
          checkFirst: false,
          rewrittenFrom: null,
        },
      ],
      noonMs,
    );
    watch.forget();
    expect((await watch.current())[0]?.invalid).toMatchObject({ count: 1, samplePath: story[1]?.relPath });
  });

  test("a file is overdue once a list has shown it unprocessed behind the deadline", async () => {
    const story = [...files(3, ["uploaded"]), ...files(2, ["uploaded"], ceilometer)];
    const { station, watch, issues } = await open(story);
    expect((await issues()).map(({ label }) => label)).toEqual([
      "The portal has not processed 1 file of Ceilometer",
      "The portal has not processed 1 file of Cloud radar",
    ]);
    const soon = createVerdicts(
      station,
      () => [{ ...radar, deadlines: { acceptedHours: 2, processedHours: 17, publishedDays: 2 } }] as never,
    );
    expect((await soon.current())[0]?.unprocessed).toBeNull();
    station.isOpen = false;
    expect((await watch.current()).length).toBe(2);
  });

  test("each delivered file has its own, others have none", async () => {
    const fates = [
      "processed",
      "invalid",
      "uploaded",
      "created",
      "absent",
      "not-sent",
      "other-bytes",
    ] as const;
    const { station } = await open(files(fates.length, fates));
    const found = async () => {
      const uploads = await station.ledger.list({}, 100, null);
      const verdicts = await listedVerdicts(station.ledger, uploads);
      const all = uploads.map(
        ({ id, relPath }) => [relPath.slice(-5, -3), verdicts.get(id) ?? null] as const,
      );
      return Object.fromEntries(all.sort().map(([n, verdict]) => [fates[Number(n)], verdict]));
    };
    const delivered = { processed: "processed", invalid: "invalid", uploaded: "accepted" };
    const none = { created: null, absent: null, "not-sent": null, "other-bytes": null };
    expect(await found()).toEqual({ ...delivered, ...none });

    const [first] = (await station.ledger.list({ text: "_00" }, 1, null)).map(({ id }) => id);
    await station.ledger.apply(first ?? "", { type: "displaced" }, noonMs);
    expect(await found()).toEqual({ ...delivered, ...none, processed: null });
  });

  test("poor products of a former device are told, and none that others made with it later", async () => {
    const { portal, station } = await open(files(1, []));
    const now = { ...radar, pid: "https://hdl.handle.net/21.12132/3.3a12682235ec41c7" };
    const found = async (...others: readonly unknown[]) => {
      const [own] = await createVerdicts(station, () => [now, ...others] as never).current();
      return { count: own?.poorProducts, dates: own?.poor.map(({ date }) => date) };
    };
    const reading = await station.ledger.beginReading(portal.url);
    const productOf = (pid: string, measurementDate: string) => ({
      uuid: uuidOf(`${pid} ${measurementDate}`),
      product: "radar",
      measurementDate,
      volatile: true,
      errorLevel: "error",
      updatedAtMs: noonMs,
      siteId: radar.site,
      instrumentPid: pid,
    });
    const ofFormer = ["2026-11-12", "2026-11-19", "2026-11-20"].map((date) => productOf(radar.pid, date));
    await station.ledger.keepProducts([...ofFormer, productOf(now.pid, "2026-11-20")], reading);
    expect(await found()).toEqual({ count: 2, dates: ["2026-11-20", "2026-11-19"] });
    // They are told of another instrument of the settings that has it by now.
    expect(await found({ ...radar, name: "Second radar" })).toEqual({ count: 1, dates: ["2026-11-20"] });
  });

  test("a poor product is told with what the portal says of it, in the files of its day alone", async () => {
    const { portal, station } = await open(files(1, []));
    const reading = await station.ledger.beginReading(portal.url);
    const product = {
      uuid: uuidOf("product"),
      product: "radar",
      measurementDate: "2026-11-19",
      volatile: true,
      updatedAtMs: noonMs,
      siteId: radar.site,
      instrumentPid: radar.pid,
    };
    await station.ledger.keepProducts(
      [
        { ...product, errorLevel: "error" },
        { ...product, uuid: uuidOf("fine"), errorLevel: "warning" },
      ],
      reading,
    );
    const quality = { ready: async () => {}, reasonsOf: () => ["Units: wrong"], isOffered: () => true };
    const watch = createVerdicts({ ...station, quality }, () => [radar, ceilometer] as never);
    expect((await watch.current())[0]).toMatchObject({
      poorProducts: 1,
      poor: [{ product: "radar", uuid: uuidOf("product"), date: "2026-11-19", reasons: ["Units: wrong"] }],
      tellsWhy: true,
    });
    const [upload] = await station.ledger.list({}, 1, null);
    if (upload === undefined) throw new Error("Nothing was sent.");
    expect(await poorProductWords({ verdicts: watch }, upload)).toEqual([
      "The portal found errors in the product radar of that day (Units: wrong).",
    ]);
    expect(await poorProductWords({ verdicts: watch }, { ...upload, measurementDate: "2026-11-18" })).toEqual(
      [],
    );
    for (const reasonsOf of [() => null, () => []]) {
      const quiet = { ready: async () => {}, reasonsOf, isOffered: () => null };
      const silent = createVerdicts({ ...station, quality: quiet }, () => [radar as never]);
      expect(await poorProductWords({ verdicts: silent }, upload)).toEqual([
        "The portal found errors in the product radar of that day.",
      ]);
    }
  });

  test("nothing is said before a list was read", async () => {
    const story = files(1, ["invalid"]);
    const { portal, close } = await openStoryPortal(story);
    ends.push(close);
    const station = await openCoverageStation(portal, { instruments: [radar] as never });
    ends.push(() => station.close());
    await station.measure(story);
    const watch = createVerdicts(station, () => [radar] as never);
    expect(await watch.current()).toEqual([]);
  });
});
