import { expect, test } from "vitest";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import { createDownloadsUnderTest, someItem } from "#test/support/fakes/fake-downloads.ts";

function failedWith(
  cause: "folder-unreachable" | "portal-error" | "unreachable" | "not-the-portal",
  message: string,
): ReadOutcome<never> {
  return { kind: "failed", failure: { cause, message, portalMessage: null } };
}

async function started(
  fixture: ReturnType<typeof createDownloadsUnderTest>,
  numbers: readonly number[],
  folder = "/out",
) {
  const begun = await fixture.downloads.start(
    numbers.map((number) => someItem(number)),
    folder,
  );
  if ("message" in begun) throw new Error(begun.message);
  const look = () => {
    const found = fixture.downloads.files(begun.id);
    if (found === null) throw new Error("the job is gone");
    return found;
  };
  return {
    id: begun.id,
    job: () => look().job,
    states: () => look().files.map(({ state }) => state),
    files: () => look().files,
  };
}

test("a job fetches two files at a time and ends when all are there", async () => {
  const fixture = createDownloadsUnderTest();
  const job = await started(fixture, [1, 2, 3]);
  expect(job.states()).toEqual(["receiving", "receiving", "waiting"]);
  fixture.begun[0]?.receive(40);
  expect(job.job()).toMatchObject({ state: "running", totalBytes: 300, receivedBytes: 40, endedAtMs: null });
  await fixture.begun[0]?.end();
  expect(job.states()).toEqual(["verified", "receiving", "receiving"]);
  const wasThere = { kind: "found", value: { path: "/out/f2.nc", size: 100, wasThere: true } } as const;
  await fixture.begun[1]?.end(wasThere);
  await fixture.begun[2]?.end();
  expect(job.job()).toMatchObject({
    state: "done",
    counts: { waiting: 0, receiving: 0, verified: 2, wasThere: 1, failed: 0 },
    receivedBytes: 300,
    endedAtMs: fixture.clock.nowMs(),
  });
  expect(fixture.downloads.fetched("/out/f1.nc")).toEqual({ filename: "f1.nc", size: 100 });
  expect(fixture.downloads.fetched("/etc/passwd")).toBeNull();
});

test("a second job does not wait for the first to end", async () => {
  const fixture = createDownloadsUnderTest();
  await started(fixture, [1, 2, 3, 4]);
  await started(fixture, [9]);
  await fixture.begun[0]?.end();
  expect(fixture.names()).toEqual(["f1.nc", "f2.nc", "f9.nc"]);
});

test("what failed is told, the rest goes on, and retry fetches only that", async () => {
  const fixture = createDownloadsUnderTest();
  const job = await started(fixture, [1, 2, 3]);
  await fixture.endAll((name) =>
    name === "f2.nc" ? failedWith("portal-error", "Its copy is not whole.") : undefined,
  );
  expect(job.states()).toEqual(["verified", "failed", "verified"]);
  expect(job.job().state).toBe("done");
  expect(job.files()[1]).toMatchObject({ message: "Its copy is not whole.", path: null, receivedBytes: 0 });
  expect(await fixture.downloads.retry(job.id)).toBe(true);
  expect(fixture.names()).toEqual(["f1.nc", "f2.nc", "f3.nc", "f2.nc"]);
  await fixture.begun[3]?.end();
  expect(job.job()).toMatchObject({ state: "done", counts: { verified: 3, failed: 0 } });
  expect(await fixture.downloads.retry(job.id)).toBe(true);
  expect(fixture.begun.length).toBe(4);
});

test.each(["folder-unreachable", "unreachable"] as const)(
  "%s stops the rest of the job and no other job",
  async (cause) => {
    const fixture = createDownloadsUnderTest();
    const job = await started(fixture, [1, 2, 3], "/full");
    const other = await started(fixture, [9]);
    await fixture.begun[0]?.end(failedWith(cause, "There is no room left in /full."));
    expect(job.job()).toMatchObject({
      state: "stopped",
      message: "There is no room left in /full. The rest of this download has been stopped.",
      endedAtMs: fixture.clock.nowMs(),
    });
    expect(job.states()).toEqual(["failed", "waiting", "waiting"]);
    expect(fixture.begun[1]?.signal.aborted).toBe(true);
    await fixture.endAll();
    expect(other.job().state).toBe("done");
    expect(await fixture.downloads.retry(job.id)).toBe(true);
    await fixture.endAll();
    expect(job.job()).toMatchObject({ state: "done", message: null, counts: { verified: 3 } });
  },
);

test("one address that is not the portal's fails that file alone", async () => {
  const fixture = createDownloadsUnderTest();
  const job = await started(fixture, [1, 2]);
  await fixture.endAll((name) => (name === "f1.nc" ? failedWith("not-the-portal", "Elsewhere.") : undefined));
  expect(job.states()).toEqual(["failed", "verified"]);
});

test("a cancelled job stops at once; retry takes up the rest", async () => {
  const fixture = createDownloadsUnderTest();
  const job = await started(fixture, [1, 2, 3]);
  await fixture.begun[0]?.end();
  expect(fixture.downloads.cancel(job.id)).toBe(true);
  await fixture.begun[1]?.end();
  expect(job.job().state).toBe("cancelled");
  expect(job.states()).toEqual(["verified", "waiting", "waiting"]);
  expect(await fixture.downloads.retry(job.id)).toBe(true);
  await fixture.endAll();
  expect(job.states()).toEqual(["verified", "verified", "verified"]);
});

test("files of the same name never meet, in any case of letters", async () => {
  const fixture = createDownloadsUnderTest();
  const items = [someItem(1, "a.nc"), someItem(2, "A.nc"), someItem(3, "a.nc"), someItem(1, "a.nc")];
  await fixture.downloads.start(items, "/out");
  await fixture.endAll();
  expect(fixture.names()).toEqual(["a.nc", "A.00000002.nc", "a.00000003.nc"]);
});

test("nothing is written where an instrument writes, nor where nothing can be", async () => {
  const linked = {
    look: async () => ({ realPath: "/data/radar/2026" }),
    realPath: async (folder: string) => folder,
  };
  const fixture = createDownloadsUnderTest();
  for (const [folder, words] of [
    ["/data/radar", /^\/data\/radar belongs to an instrument/],
    ["/data/radar/2026/", /belongs to an instrument \(\/data\/radar\)/],
    ["/data/x/../radar", /belongs to an instrument/],
    ["/home/me/skyferry", /^\/home\/me\/skyferry belongs to Skyferry's own data/],
    ["/home/me/skyferry/cache/", /belongs to Skyferry's own data \(\/home\/me\/skyferry\)/],
    ["/bad", /^\/bad is bad\.$/],
  ] as const)
    expect(await fixture.downloads.start([someItem(1)], folder)).toEqual({
      message: expect.stringMatching(words),
    });
  const byLink = createDownloadsUnderTest({ folders: linked });
  expect(await byLink.downloads.start([someItem(1)], "/home/link")).toEqual({
    message: expect.stringMatching(/^\/home\/link belongs to an instrument/),
  });
  expect(await fixture.downloads.start([someItem(1)], "/data/radar2")).toHaveProperty("id");
});

test("a file without facts is asked of the portal when its turn comes", async () => {
  const fixture = createDownloadsUnderTest();
  await fixture.downloads.start([{ kind: "product", uuid: someItem(1).uuid, facts: null }], "/out");
  await fixture.endAll();
  await new Promise((resolve) => setImmediate(resolve));
  const id = fixture.downloads.list()[0]?.id ?? "";
  expect(fixture.downloads.files(id)?.files).toMatchObject([
    { state: "failed", filename: null, size: null, message: "The portal answered: Not found." },
  ]);
});

test("jobs are listed newest first until they are cleared", async () => {
  const fixture = createDownloadsUnderTest();
  const told: string[] = [];
  fixture.downloads.onEvent(({ id }) => told.push(id));
  const [first, second] = [await started(fixture, [1]), await started(fixture, [2])];
  expect(fixture.downloads.list().map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(fixture.downloads.clear(second.id)).toBe(true);
  expect(fixture.begun[1]?.signal.aborted).toBe(true);
  expect(fixture.downloads.list().map(({ id }) => id)).toEqual([first.id]);
  expect(new Set(told)).toEqual(new Set([first.id, second.id]));
  expect([fixture.downloads.cancel(second.id), fixture.downloads.clear(second.id)]).toEqual([false, false]);
  expect(await fixture.downloads.retry(second.id)).toBe(false);
});

test("stop ends what is in flight and begins nothing more", async () => {
  const fixture = createDownloadsUnderTest();
  await started(fixture, [1, 2, 3]);
  await fixture.downloads.stop();
  expect(fixture.begun.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});
