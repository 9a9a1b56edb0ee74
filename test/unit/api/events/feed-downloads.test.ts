import { expect, test } from "vitest";
import { createFeed } from "#api/events/feed.ts";
import { withDownloads } from "#compose/portal-files.ts";
import type { FeedEvent } from "#contract/events.ts";
import { createDownloadsUnderTest, someItem } from "#test/support/fakes/fake-downloads.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createManualSleep } from "#test/support/fakes/manual-sleep.ts";

test("a download is told at most five times a second, and its end for sure", async () => {
  const clock = createManualSleep();
  const world = createDownloadsUnderTest();
  const feed = await createFeed(withDownloads(createFakeEngine(), world.downloads), clock);
  const ending = new AbortController();
  const told: FeedEvent[] = [];
  const following = (async () => {
    for await (const batch of feed.follow(0, ending.signal))
      told.push(...batch.filter(({ type }) => type === "download.changed"));
  })();
  const begun = await world.downloads.start([someItem(1)], "/out");
  const id = "id" in begun ? begun.id : "";
  for (let bytes = 0; bytes < 100; bytes++) world.begun[0]?.receive(bytes);
  await clock.pass(0);
  expect(told).toEqual([{ type: "download.changed", id }]);
  await world.begun[0]?.end();
  expect(world.downloads.list()[0]?.state).toBe("done");
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
