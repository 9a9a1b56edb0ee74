import { beforeEach, describe, expect, it } from "vitest";
import { folder, instrument, md5 } from "#test/support/builders/engine-fixture.ts";
import { wrongBytes } from "#test/support/builders/outcomes.ts";
import { AttemptFixture } from "./attempt-fixture.ts";

let fixture: AttemptFixture;
const path = "20240601_a.dat";
const old = "old content";
const other = "new content";
const largeBytes = 8 * 1024 * 1024 + 1;

beforeEach(() => {
  fixture = new AttemptFixture();
  fixture.write(path, old);
});

/** Does this when the first request of that kind arrives. */
function during(kind: "announce" | "send" | "content", act: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) act();
    isDone = true;
  };
  if (kind === "content") fixture.portal.whileSending = once;
  else
    fixture.portal.script = (call) => {
      if (call.kind === kind) once();
      return undefined;
    };
}

/** Same size, and the time of modification put back; only the change time tells. */
function rewriteInSecret(): void {
  fixture.files.put(folder, path, other, mtimeNow());
}

function replaceInSecret(): void {
  fixture.files.replace(folder, path, other, mtimeNow());
}

/** The time stands still in these tests, and so does that of the file. */
function mtimeNow(): number {
  return fixture.clock.nowMs() * 1000;
}

describe("a file that changed before it was opened", () => {
  it("is superseded without any request", async () => {
    const upload = await fixture.claimed(path);
    fixture.write(path, "longer than before");
    expect(await fixture.attempt(upload)).toEqual({ kind: "changed", by: "file" });
    expect(await fixture.states(path)).toEqual(["superseded"]);
    expect(fixture.portal.log).toEqual([]);
  });

  it("waits when it is gone, locked, unreadable, or a folder now", async () => {
    const upload = await fixture.claimed(path);
    fixture.files.remove(folder, path);
    await fixture.attempt(upload);
    expect(await fixture.latest(path)).toMatchObject({
      state: "waiting",
      failure: { cause: "file-vanished" },
    });
    fixture.files.put(folder, `${path}/inner`, "x");
    for (const [error, cause] of [
      [null, "file-vanished"],
      ["locked", "file-locked"],
      ["unreadable", "file-unreadable"],
    ] as const) {
      if (error !== null) fixture.write(path, old);
      fixture.files.errorFile(folder, path, error);
      await fixture.clock.advance(900_000);
      await fixture.attempt(await fixture.claimedAgain());
      const { state, failure } = await fixture.latest(path);
      expect([state, failure?.cause]).toEqual(["waiting", cause]);
      expect(failure?.message).toContain(path);
    }
    expect(fixture.portal.log).toEqual([]);
  });
});

it("is not announced when it was rewritten in secret while it was read", async () => {
  const open = fixture.files.open.bind(fixture.files);
  fixture.files.open = async (...asked) => {
    const file = await open(...asked);
    if ("error" in file) return file;
    const read = file.readWhole.bind(file);
    return Object.assign(file, {
      readWhole: async (size: number) => await read(size).finally(rewriteInSecret),
    });
  };
  expect(await fixture.attempted(path)).toMatchObject({ kind: "retry", failure: { cause: "file-changing" } });
  expect(fixture.portal.log).toEqual([]);
});

describe.each(["announce", "send", "content"] as const)("a file that changes during %s", (moment) => {
  it("is never called delivered when it has another size", async () => {
    during(moment, () => fixture.write(path, "longer than before"));
    expect(await fixture.attempted(path)).toEqual({ kind: "changed", by: "file" });
    expect(await fixture.states(path)).toEqual(["superseded"]);
  });

  it("is never called delivered when it has the same size and another time", async () => {
    during(moment, () => fixture.files.put(folder, path, other, mtimeNow() + 1));
    expect(await fixture.attempted(path)).toEqual({ kind: "changed", by: "file" });
  });

  it("is read and sent again when size and time are the same and the bytes are not", async () => {
    during(moment, rewriteInSecret);
    expect(await fixture.attempted(path)).toMatchObject({
      kind: "retry",
      failure: { cause: "file-changing" },
    });
    expect(await fixture.latest(path)).toMatchObject({ state: "waiting", receipt: null });
    await fixture.clock.advance(900_000);
    expect(await fixture.attempt(await fixture.claimedAgain())).toMatchObject({ kind: "delivered" });
    expect(fixture.portal.received(path)).toBe(md5(other));
    expect(await fixture.latest(path)).toMatchObject({ state: "delivered", checksum: md5(other) });
  });

  it("is read and sent again when another file was renamed into its place", async () => {
    during(moment, replaceInSecret);
    expect(await fixture.attempted(path)).toMatchObject({
      kind: "retry",
      failure: { cause: "file-changing" },
    });
    await fixture.clock.advance(900_000);
    await fixture.attempt(await fixture.claimedAgain());
    expect(fixture.portal.received(path)).toBe(md5(other));
  });

  it("is delivered when it was only touched, or deleted after it had been read", async () => {
    during(moment, () => fixture.files.put(folder, path, old, mtimeNow()));
    expect(await fixture.attempted(path)).toMatchObject({
      kind: "delivered",
      receipt: { checksum: md5(old) },
    });
    const second = "20240601_b.dat";
    fixture.write(second, "other bytes");
    during(moment, () => fixture.files.remove(folder, second));
    expect(await fixture.attempted(second)).toMatchObject({ kind: "delivered" });
  });
});

describe("a large file", () => {
  const large = "20240601_large.dat";
  beforeEach(() => {
    fixture.write(large, new Uint8Array(largeBytes).fill(65));
  });

  it("is never taken for finished when it is rewritten in secret while it is sent", async () => {
    during("content", () =>
      fixture.files.put(folder, large, new Uint8Array(largeBytes).fill(66), mtimeNow()),
    );
    expect(await fixture.attempted(large)).toMatchObject({
      kind: "retry",
      failure: { cause: "file-changing" },
    });
    expect(fixture.portal.records.accepted).toEqual([]);
    await fixture.clock.advance(900_000);
    expect(await fixture.attempt(await fixture.claimedAgain())).toMatchObject({ kind: "delivered" });
    expect(fixture.portal.received(large)).toBe(md5(new Uint8Array(largeBytes).fill(66)));
  });

  it("waits for its own reason when it cannot be read any more while it is sent, whatever the portal says", async () => {
    during("content", () => fixture.files.errorFile(folder, large, "unreadable"));
    expect(await fixture.attempted(large)).toMatchObject({
      kind: "retry",
      failure: { cause: "file-unreadable" },
      isOutage: false,
    });
  });

  it("waits when it is cut short while it is sent", async () => {
    during("content", () => fixture.write(large, "cut"));
    expect((await fixture.attempted(large)).kind).not.toBe("delivered");
    expect(fixture.portal.received(large)).toBeNull();
  });

  it("is given back when it is stopped while it is hashed or sent, without blame", async () => {
    const stop = new AbortController();
    during("content", () => stop.abort());
    const upload = await fixture.claimed(large);
    expect(await fixture.attempt(upload, { signal: stop.signal })).toEqual({
      kind: "released",
      reason: "stopped while sending",
    });
    expect(await fixture.attempt(await fixture.claimedAgain(), { signal: AbortSignal.abort() })).toEqual({
      kind: "released",
      reason: "stopped while hashing",
    });
    expect(await fixture.latest(large)).toMatchObject({ state: "queued", attempts: 0 });
    expect(fixture.files.openNow).toBe(0);
  });

  it("is given back without blame when it is stopped during the last look", async () => {
    const stop = new AbortController();
    const deliver = fixture.portal.send.bind(fixture.portal);
    fixture.portal.send = async (...all) => {
      const outcome = await deliver(...all);
      fixture.files.put(folder, large, new Uint8Array(largeBytes).fill(65), mtimeNow());
      stop.abort();
      return outcome;
    };
    expect(await fixture.attempt(await fixture.claimed(large), { signal: stop.signal })).toEqual({
      kind: "released",
      reason: "stopped before the final check of the file",
    });
    expect(await fixture.latest(large)).toMatchObject({ state: "queued", attempts: 0 });
  });
});

describe("hash again", () => {
  it("is no change of the file when the file is the same: the portal's or the link's mistake", async () => {
    fixture.portal.script = ({ kind }) => (kind === "send" ? wrongBytes : undefined);
    expect(await fixture.attempted(path)).toMatchObject({ kind: "retry", isOutage: true });
  });

  it("is a new version when the file is another one", async () => {
    fixture.portal.script = ({ kind }) => {
      if (kind !== "send") return undefined;
      fixture.write(path, "longer than before");
      return wrongBytes;
    };
    expect(await fixture.attempted(path)).toEqual({ kind: "changed", by: "file" });
  });
});

describe("policy append", () => {
  beforeEach(() => {
    fixture.instruments = [
      instrument({ finish: { policy: "append", everyHours: 6, graceMinutes: 30, seconds: 60 } }),
    ];
  });

  it.each(["before", "announce", "send", "content"] as const)(
    "delivers what was queued of a file that grows (%s)",
    async (moment) => {
      const upload = await fixture.claimed(path);
      const grow = () => fixture.write(path, `${old} and more`);
      if (moment === "before") grow();
      else during(moment, grow);
      expect(await fixture.attempt(upload)).toMatchObject({
        kind: "delivered",
        receipt: { size: old.length },
      });
      expect(fixture.portal.received(path)).toBe(md5(old));
    },
  );

  it("takes a file that has shrunk for another one", async () => {
    const upload = await fixture.claimed(path);
    fixture.write(path, "cut");
    expect(await fixture.attempt(upload)).toEqual({ kind: "changed", by: "file" });
  });
});
