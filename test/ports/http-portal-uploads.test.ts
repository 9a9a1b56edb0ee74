import { expect, test } from "vitest";
import { createNodeClock } from "#adapters/node-clock.ts";
import type { HttpPortal, HttpPortalOptions } from "#adapters/portal/http-portal.ts";
import type { Precedence } from "#domain/precedence.ts";
import {
  bytesBody,
  madeBody,
  md5,
  never,
  portalFor,
  someMetadata,
} from "#test/support/portals/portal-under-test.ts";
import type { Scripted, ScriptedPortal, SeenRequest } from "#test/support/portals/scripted-portal.ts";
import { startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

async function pair(
  script: (request: SeenRequest, index: number) => Scripted | Promise<Scripted>,
  options: Partial<HttpPortalOptions> = {},
): Promise<{ server: ScriptedPortal; portal: HttpPortal }> {
  const server = await startScriptedPortal(script);
  const portal = portalFor(server, options);
  return { server, portal };
}

test("announces as the contract says", async () => {
  const { server, portal } = await pair(() => ({ status: 200, body: "OK" }));
  expect(await portal.announce(someMetadata, never())).toEqual({ kind: "accepted" });
  await portal.announce({ ...someMetadata, tags: ["co"] }, never());
  const [first, second] = server.seen;
  expect(first).toMatchObject({
    method: "POST",
    path: "/upload/metadata/",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from("station:s3cret-word").toString("base64")}`,
      "user-agent": "skyferry/0.0.0-test",
    },
  });
  const { tags, ...withoutTags } = someMetadata;
  expect(tags).toEqual([]);
  expect(JSON.parse(String(first?.body))).toEqual(withoutTags);
  expect(JSON.parse(String(second?.body))).toEqual({ ...withoutTags, tags: ["co"] });
  expect(portal.requests()).toEqual({ post: 2, put: 0, get: 0, sentBytes: 0 });
});

const bodies = [
  { title: "small bytes", body: bytesBody(Buffer.from("a small file")), asksFirst: false },
  { title: "bytes over 256 KiB", body: bytesBody(Buffer.alloc(1_500_000, 7)), asksFirst: true },
  { title: "a stream", body: madeBody(3_000_001), asksFirst: true },
];
test.each(bodies)(
  "sends $title in chunked coding, whole, without Content-Type",
  async ({ body, asksFirst }) => {
    const { server, portal } = await pair(() => ({ status: 201, body: "Created" }));
    const sums: number[] = [];
    const outcome = await portal.send(someMetadata.checksum, body, never(), (bytes) => sums.push(bytes));
    expect(outcome).toEqual({ kind: "delivered", how: "stored" });
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: "PUT", path: `/upload/data/${someMetadata.checksum}` });
    expect(seen?.headers["transfer-encoding"]).toBe("chunked");
    expect(seen?.headers["content-type"]).toBeUndefined();
    expect(seen?.headers["content-length"]).toBeUndefined();
    expect(seen?.headers.expect).toBe(asksFirst ? "100-continue" : undefined);
    const wanted: Buffer[] = [];
    if (body.kind === "bytes") wanted.push(Buffer.from(body.bytes));
    else for await (const chunk of body.chunks()) wanted.push(Buffer.from(chunk));
    expect(md5(seen?.body ?? Buffer.alloc(0))).toBe(md5(Buffer.concat(wanted)));
    expect(sums.at(-1)).toBe(body.size);
    expect(portal.requests()).toEqual({ post: 0, put: 1, get: 0, sentBytes: body.size });
  },
);

test("keeps connections open", async () => {
  const { server, portal } = await pair(() => ({ status: 201, body: "Created" }), { concurrency: 1 });
  for (let i = 0; i < 5; i++) {
    await portal.announce(someMetadata, never());
    await portal.send(someMetadata.checksum, bytesBody(Buffer.from([i])), never(), () => {});
    await portal.send(someMetadata.checksum, madeBody(300_000), never(), () => {});
  }
  expect(new Set(server.seen.map(({ connection }) => connection)).size).toBe(2);
});

test.each([-1, 1])("never completes a body that gives %i byte more than promised", async (more) => {
  const { server, portal } = await pair(() => ({ status: 201, body: "Created" }));
  const size = 2_000_000;
  const outcome = await portal.send(someMetadata.checksum, madeBody(size, size + more), never(), () => {});
  expect(outcome).toMatchObject({ kind: "hash-again", failure: { cause: "file-changing" } });
  const short = { kind: "bytes", bytes: Buffer.alloc(10), size: 10 + more } as const;
  expect(await portal.send(someMetadata.checksum, short, never(), () => {})).toMatchObject({
    kind: "hash-again",
  });
  expect(server.seen).toEqual([]);
});

test("a body that cannot be read to its end is not completed", async () => {
  const { server, portal } = await pair(() => ({ status: 201, body: "Created" }));
  const body = {
    kind: "stream",
    size: 20,
    async *chunks() {
      yield Buffer.alloc(10);
      throw new Error("read error");
    },
  } as const;
  const outcome = await portal.send(someMetadata.checksum, body, never(), () => {});
  expect(outcome).toMatchObject({ kind: "hash-again", failure: { cause: "file-changing" } });
  expect(server.seen).toEqual([]);
});

test("without a password nothing is sent", async () => {
  const message = "The keychain is locked.";
  const { server, portal } = await pair(() => ({ status: 200, body: "OK" }), {
    credentials: async () => ({ message }),
  });
  const held = { kind: "hold", failure: { cause: "credentials", message } };
  expect(await portal.announce(someMetadata, never())).toMatchObject(held);
  expect(
    await portal.send(someMetadata.checksum, bytesBody(Buffer.from("x")), never(), () => {}),
  ).toMatchObject(held);
  expect(server.seen).toEqual([]);
  expect(portal.requests()).toEqual({ post: 0, put: 0, get: 0, sentBytes: 0 });
});

test.each(["announce", "small", "large"])("gives up at once when the caller asks: %s", async (what) => {
  const giving = new AbortController();
  const { portal } = await pair(() => {
    giving.abort();
    return "silent";
  });
  const run = {
    announce: () => portal.announce(someMetadata, giving.signal),
    small: () => portal.send(someMetadata.checksum, bytesBody(Buffer.from("x")), giving.signal, () => {}),
    large: () => portal.send(someMetadata.checksum, madeBody(1_000_000), giving.signal, () => {}),
  }[what];
  expect(await run?.()).toEqual({ kind: "abandoned" });
  expect(await run?.()).toEqual({ kind: "abandoned" });
});

test("no outcome holds the password", async () => {
  const { portal } = await pair((_, index) =>
    index === 0 ? { status: 401, body: "Unauthorized" } : "reset",
  );
  const outcomes = [
    await portal.announce(someMetadata, never()),
    await portal.announce(someMetadata, never()),
    await portal.send(someMetadata.checksum, madeBody(300_000), never(), () => {}),
  ];
  const written = JSON.stringify(outcomes);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["hold", "unknown", "unknown"]);
  expect(written).not.toContain("s3cret-word");
  expect(written).not.toContain(Buffer.from("station:s3cret-word").toString("base64"));
});

test("tells how far this PC's clock is ahead of the portal's, by the Date of three of its answers", async () => {
  const start = { nowMs: Date.UTC(2026, 10, 21, 10, 1, 30, 500), monotonicMs: 5_000 };
  let passedMs = 0;
  const clock = {
    ...createNodeClock(),
    nowMs: () => start.nowMs + passedMs,
    monotonicMs: () => start.monotonicMs + passedMs,
  };
  const dated = (atMs: number, more: Record<string, string> = {}) => ({
    status: 200,
    body: "OK",
    headers: { Date: new Date(Math.floor(atMs / 1000) * 1000).toUTCString(), ...more },
  });
  const answers: Record<number, ReturnType<typeof dated>> = {
    0: { ...dated(clock.nowMs() - 9_000_000), status: 503 },
    2: { ...dated(0), headers: { Date: "soon" } },
    3: dated(clock.nowMs() - 9_000_000, { Age: "3600" }),
  };
  const { portal } = await pair((_, index) => answers[index] ?? dated(clock.nowMs() - 90_500), { clock });
  const told: unknown[] = [];
  for (let i = 0; i < 6; i += 1) {
    await portal.announce(someMetadata, never());
    told.push(portal.clockAheadMs?.());
    passedMs += 60_000;
  }
  expect(told.slice(0, 5)).toEqual([null, null, null, null, null]);
  expect(told[5]).toBeGreaterThan(89_000);
  expect(told[5]).toBeLessThan(91_500);
});

test.each(["announce", "small", "large"])(
  "under a limit, %s of today goes before that of old files",
  async (what) => {
    const { portal } = await pair(() => ({ status: 201, body: "Created" }), {
      bandwidthKBps: 40,
      concurrency: 4,
    });
    const ended: string[] = [];
    const run = async (name: string, precedence: Precedence): Promise<void> => {
      const small = bytesBody(Buffer.from(name));
      const { checksum } = someMetadata;
      if (what === "announce") await portal.announce(someMetadata, never(), precedence);
      else
        await portal.send(
          checksum,
          what === "small" ? small : madeBody(40_000),
          never(),
          () => {},
          undefined,
          precedence,
        );
      ended.push(name);
    };
    // Something is on the line, for all of the others to wait.
    const first = portal.send(someMetadata.checksum, bytesBody(Buffer.alloc(16_000)), never(), () => {});
    await Promise.all([first, run("old", 2), run("yesterday", 1), run("today", 0)]);
    expect(ended).toEqual(["today", "yesterday", "old"]);
  },
);
