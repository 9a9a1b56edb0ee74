import { beforeEach, describe, expect, it } from "vitest";
import { attempt } from "#engine/delivery/attempt.ts";
import { instrument, md5 } from "#test/support/builders/engine-fixture.ts";
import { blockFor, holdFor, retryFor } from "#test/support/builders/outcomes.ts";
import { AttemptFixture } from "./attempt-fixture.ts";

/** Questions to the portal beside the upload itself, and what its word is good for. */

let fixture: AttemptFixture;
const path = "20240601_a.dat";

beforeEach(() => {
  fixture = new AttemptFixture();
  fixture.write(path, "content");
});

function requests(): readonly string[] {
  return fixture.portal.log.map(({ kind }) => kind);
}

describe("checking first", () => {
  const checking = { checkFirst: true, lane: "backfill" } as const;

  /** The portal has received the file's bytes under this name. */
  function received(filename: string): void {
    const { site, instrument: type, pid, tags } = instrument();
    const record = { instrument: type, instrumentPid: pid, filename, checksum: md5("content"), site, tags };
    fixture.portal.records.announce({ measurementDate: "2024-06-01", ...record }, "2024-06-01");
    fixture.portal.records.take(md5("content"), { checksum: md5("content"), size: 7 });
  }

  it("sends nothing that the portal has under this name, and keeps name and uuid of its record", async () => {
    received(path);
    expect(await fixture.attempted(path, checking)).toMatchObject({
      kind: "delivered",
      receipt: { kind: "known", recordFilename: path, recordUuid: "record-1" },
    });
    expect(requests()).toEqual(["list"]);
  });

  it("announces what it has under another name: the name is the portal's to judge", async () => {
    received("another.dat");
    expect(await fixture.attempted(path, checking)).toMatchObject({
      receipt: { kind: "twin", recordFilename: "another.dat", recordUuid: "record-1" },
    });
    expect(requests()).toEqual(["list", "announce", "record"]);
  });

  it("takes no connection of the uploads while it waits", async () => {
    fixture.portal.script = ({ kind }) => (kind === "list" ? "hang" : undefined);
    let taken = 0;
    const { connections } = fixture.parts;
    const counting = {
      ...connections,
      take(...asked: Parameters<typeof connections.take>) {
        taken += 1;
        return connections.take(...asked);
      },
    };
    const upload = await fixture.claimed(path, checking);
    const attempted = attempt(
      upload,
      { ...fixture.parts, connections: counting },
      new AbortController().signal,
      false,
    );
    await fixture.clock.advance(9_999);
    expect(taken).toBe(0);
    await fixture.clock.advance(1);
    expect(taken).toBe(1);
    expect(await attempted).toMatchObject({ kind: "delivered", receipt: { kind: "stored" } });
  });

  it.each([
    ["is refused", blockFor("refused", "Invalid site")],
    ["cannot be reached", holdFor("unreachable")],
    ["fails", retryFor("portal-error")],
  ])("is no condition: what the portal does not list, as the list %s, is sent", async (_, outcome) => {
    fixture.portal.script = ({ kind }) => (kind === "list" ? outcome : undefined);
    expect(await fixture.attempted(path, checking)).toMatchObject({
      kind: "delivered",
      receipt: { kind: "stored" },
    });
    expect([requests(), fixture.held]).toEqual([["list", "announce", "send"], []]);
  });

  it("asks nothing while the queue is held, and nothing for the one that is tried: it asks the portal itself", async () => {
    fixture.isOpen = false;
    const upload = await fixture.claimed(path, checking);
    expect(await fixture.attempt(upload)).toEqual({ kind: "released", reason: "sending is on hold" });
    expect(requests()).toEqual([]);
    expect(await fixture.attempt(await fixture.claimedAgain(), { isProbe: true })).toMatchObject({
      kind: "delivered",
    });
    expect(requests()).toEqual(["announce", "send"]);
  });

  it("gives the file back where it is stopped, or where the settings change meanwhile", async () => {
    received(path);
    fixture.portal.latencyMs = 1_000;
    const stop = new AbortController();
    const stopped = fixture.attempt(await fixture.claimed(path, checking), { signal: stop.signal });
    await fixture.clock.advance(500);
    stop.abort();
    await fixture.clock.advance(0);
    expect(await stopped).toEqual({ kind: "released", reason: "stopped before announcing" });
    let isOutdated = false;
    const parts = { ...fixture.parts, isOutdated: () => isOutdated };
    const changed = attempt(await fixture.claimedAgain(), parts, new AbortController().signal, false);
    isOutdated = true;
    await fixture.clock.advance(5_000);
    expect(await changed).toEqual({ kind: "released", reason: "the settings have changed" });
    expect(await fixture.latest(path)).toMatchObject({ state: "queued", receipt: null });
  });
});

describe("a 409 that no record explains", () => {
  it("waits with its cause, up to an hour, and is delivered once the portal shows the record or takes the file", async () => {
    fixture.portal.script = ({ kind }) => (kind === "announce" ? { kind: "received-before" } : undefined);
    let upload = await fixture.claimed(path);
    let longestMs = 0;
    for (let i = 0; i < 15; i++) {
      expect(await fixture.attempt(upload)).toMatchObject({
        kind: "retry",
        failure: { cause: "portal-contradiction" },
        isOutage: false,
      });
      const { notBeforeMs } = await fixture.latest(path);
      const waitMs = (notBeforeMs ?? 0) - fixture.clock.nowMs();
      expect(waitMs).toBeLessThanOrEqual(Math.min(3_600_000, 5_000 * 2 ** i));
      longestMs = Math.max(longestMs, waitMs);
      await fixture.clock.advance(3_600_000);
      upload = await fixture.claimedAgain();
    }
    expect(longestMs).toBeGreaterThan(1_800_000);
    fixture.portal.script = () => undefined;
    expect(await fixture.attempt(upload)).toMatchObject({ kind: "delivered", receipt: { kind: "stored" } });
  });
});
