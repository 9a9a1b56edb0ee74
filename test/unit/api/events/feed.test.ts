import { describe, expect, it, test, vi } from "vitest";
import { createFeed, type Feed } from "#api/events/feed.ts";
import type { FeedEvent } from "#contract/events.ts";
import { createDownloadsUnderTest, someItem } from "#test/support/fakes/fake-downloads.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createManualSleep } from "#test/support/fakes/manual-sleep.ts";

async function setUp(keep?: number) {
  const engine = createFakeEngine();
  const clock = createManualSleep();
  const feed = await createFeed(engine, clock, [], { keep });
  return { engine, clock, feed };
}

/** Follows as one subscriber: `now` gives what it can hear without waiting, in short form. */
function follow(feed: Feed, since: number | null) {
  const ending = new AbortController();
  const batches = feed.follow(since, ending.signal);
  let pending: Promise<IteratorResult<readonly FeedEvent[], void>> | null = null;
  const now = async () => {
    const heard: FeedEvent[] = [];
    while (true) {
      pending ??= batches.next();
      const quiet = new Promise<null>((resolve) => setImmediate(() => resolve(null)));
      const next = await Promise.race([pending, quiet]);
      if (next === null) return heard.map(short);
      pending = null;
      if (next.done) return [...heard.map(short), "end"];
      heard.push(...next.value);
    }
  };
  return { now, end: () => ending.abort() };
}

function short(event: FeedEvent): string {
  if (event.type === "upload.changed") return `${event.seq} ${event.path} ${event.state}`;
  if (event.type === "progress") return `progress ${event.id.at(-1)} ${event.sentBytes}`;
  return event.type === "reset" ? `reset ${event.seq}` : event.type;
}

/** Lines of the journal of an engine that found these files. */
async function linesOf(names: readonly string[]) {
  const engine = createFakeEngine();
  for (const name of names) engine.find(name);
  return await engine.journal(0, names.length);
}

const progress = (id: string, sentBytes: number) =>
  ({ type: "progress", id, sentBytes, size: 1000 }) as const;

describe("the feed", () => {
  it("replays what came after the subscriber's last event, then goes on", async () => {
    const { engine, feed } = await setUp();
    for (const name of ["a", "b", "c"]) engine.find(name);
    const one = follow(feed, 1);
    expect(await one.now()).toEqual(["2 b queued", "3 c queued", "status.changed"]);
    engine.find("d");
    expect(await one.now()).toEqual(["4 d queued"]);
    expect(await one.now()).toEqual([]);
  });

  it("goes on behind a line of the journal that is no event of the contract, and tells of it once", async () => {
    const engine = createFakeEngine();
    const onUnfit = vi.fn();
    const feed = await createFeed(engine, createManualSleep(), [], { onUnfit, isStrict: false });
    const one = follow(feed, 0);
    const lines = (await linesOf(["a", "b", "c"])).map((line) =>
      line.seq === 2 ? { ...line, atMs: Number.NaN } : line,
    );
    engine.tell({ type: "journal", entries: lines });
    engine.tell({ type: "journal", entries: [{ ...lines[0], seq: 4, event: "dreamt" } as never] });
    engine.tell({ type: "journal", entries: [{ ...lines[0], seq: 5, event: "dreamt" } as never] });
    engine.tell({ type: "status" });
    expect(await one.now()).toEqual(["1 a queued", "3 c queued", "status.changed"]);
    expect(onUnfit.mock.calls.map(([fault]) => String(fault))).toEqual([
      expect.stringContaining("upload.changed[].at does not fit"),
      expect.stringContaining("upload.changed[].event does not fit"),
    ]);
  });

  it("answers reset to a subscriber without a snapshot", async () => {
    const { engine, feed } = await setUp();
    engine.find("a");
    const one = follow(feed, null);
    expect(await one.now()).toEqual(["reset 1", "status.changed"]);
    engine.find("b");
    expect(await one.now()).toEqual(["2 b queued"]);
  });

  it("answers reset where events are forgotten, and only there", async () => {
    const { engine, feed } = await setUp(3);
    for (const name of ["a", "b", "c", "d", "e"]) engine.find(name);
    expect((await follow(feed, 1).now())[0]).toBe("reset 5");
    expect((await follow(feed, 2).now())[0]).toBe("3 c queued");
    expect(await follow(feed, 5).now()).toEqual(["status.changed"]);
  });

  it("keeps 2,000 events: a page that was away for longer reads all again, and a day's are no memory", async () => {
    const { engine, feed } = await setUp();
    for (let n = 1; n <= 2_001; n++) engine.find(`file ${n}`);
    expect((await follow(feed, 0).now())[0]).toBe("reset 2001");
    expect((await follow(feed, 1).now())[0]).toBe("2 file 2 queued");
  });

  it("answers reset to a number that the ledger has not reached: it is another ledger's", async () => {
    const { engine, feed } = await setUp();
    engine.find("a");
    expect((await follow(feed, 2).now())[0]).toBe("reset 1");
  });

  it("answers reset for what happened before the host began", async () => {
    const engine = createFakeEngine();
    for (const name of ["a", "b"]) engine.find(name);
    const feed = await createFeed(engine, createManualSleep());
    expect((await follow(feed, 1).now())[0]).toBe("reset 2");
    expect(await follow(feed, 2).now()).toEqual(["status.changed"]);
  });

  it("loses nothing that is committed while it begins", async () => {
    const engine = createFakeEngine();
    engine.find("a");
    const beginning = createFeed(engine, createManualSleep());
    engine.find("b");
    const feed = await beginning;
    engine.find("c");
    expect(await follow(feed, 1).now()).toEqual(["2 b queued", "3 c queued", "status.changed"]);
  });

  it("tells a line once, however often it is heard", async () => {
    const { engine, feed } = await setUp();
    const one = follow(feed, 0);
    engine.find("a");
    engine.tell({ type: "journal", entries: await engine.journal(0, 1) });
    expect(await one.now()).toEqual(["1 a queued", "status.changed"]);
  });

  it("keeps nothing for a subscriber that does not listen, and tells it to start again", async () => {
    const { engine, feed } = await setUp(10);
    const slow = follow(feed, 0);
    expect(await slow.now()).toEqual(["status.changed"]);
    for (let n = 0; n < 1000; n++) {
      engine.find(`file ${n}`);
      engine.tell({ type: "status" });
    }
    expect(await slow.now()).toEqual(["reset 1000", "status.changed"]);
  });

  it("tells several changes of the status once", async () => {
    const { engine, feed } = await setUp();
    const one = follow(feed, 0);
    await one.now();
    for (let n = 0; n < 5; n++) engine.tell({ type: "status" });
    expect(await one.now()).toEqual(["status.changed"]);
  });

  it("ends for one subscriber, and for all when it is closed", async () => {
    const { engine, feed } = await setUp();
    const [one, other] = [follow(feed, 0), follow(feed, 0)];
    await one.now();
    await other.now();
    one.end();
    expect(await one.now()).toEqual(["end"]);
    engine.find("a");
    expect(await other.now()).toEqual(["1 a queued"]);
    feed.close();
    expect(await other.now()).toEqual(["end"]);
  });
});

describe("progress", () => {
  it("comes at most five times a second for each upload, newest last", async () => {
    const { engine, clock, feed } = await setUp();
    const one = follow(feed, 0);
    await one.now();
    const heard: string[] = [];
    for (let ms = 0; ms < 1000; ms += 10) {
      engine.tell(progress("a", ms));
      engine.tell(progress("b", ms));
      heard.push(...(await one.now()));
      await clock.pass(10);
    }
    expect(heard.filter((event) => event.startsWith("progress a"))).toHaveLength(5);
    expect(heard.filter((event) => event.startsWith("progress b")).length).toBeLessThanOrEqual(5);
    await clock.pass(200);
    expect(await one.now()).toEqual(["progress a 990", "progress b 990"]);
  });

  it("is not told once the upload is no longer being sent, nor replayed", async () => {
    const { engine, clock, feed } = await setUp();
    const id = engine.find("a");
    engine.happen(id, { type: "claimed" });
    const one = follow(feed, 2);
    await one.now();
    engine.tell(progress(id, 1));
    engine.tell(progress(id, 2));
    engine.happen(id, { type: "released", reason: "pause" });
    await clock.pass(1000);
    expect(await one.now()).toEqual(["3 a queued"]);
    expect(await follow(feed, 3).now()).toEqual(["status.changed"]);
  });
});

test("a download is told at most five times a second, and its end for sure", async () => {
  const clock = createManualSleep();
  const fixture = createDownloadsUnderTest();
  const feed = await createFeed(createFakeEngine(), clock, [fixture.downloads.onEvent]);
  const ending = new AbortController();
  const told: FeedEvent[] = [];
  const following = (async () => {
    for await (const batch of feed.follow(0, ending.signal))
      told.push(...batch.filter(({ type }) => type === "download.changed"));
  })();
  const begun = await fixture.downloads.start([someItem(1)], "/out");
  const id = "id" in begun ? begun.id : "";
  for (let bytes = 0; bytes < 100; bytes++) fixture.begun[0]?.receive(bytes);
  await clock.pass(0);
  expect(told).toEqual([{ type: "download.changed", id }]);
  await fixture.begun[0]?.end();
  expect(fixture.downloads.list()[0]?.state).toBe("done");
  await clock.pass(200);
  expect(told).toEqual([
    { type: "download.changed", id },
    { type: "download.changed", id },
  ]);
  await clock.pass(200);
  expect(told.length).toBe(2);
  feed.close();
  ending.abort();
  await following;
});
