import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { HttpPortal, HttpPortalOptions } from "#adapters/portal/http-portal.ts";
import type { DownloadOf } from "#engine/ports/portal-reads.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import {
  bytesBody,
  madeBody,
  never,
  portalAt,
  portalFor,
  someMetadata,
} from "#test/support/portals/portal-under-test.ts";
import { startRawPortal } from "#test/support/portals/scripted-portal.ts";

/** Answers that never end, each byte within the time-out for silence: the deadline for a whole answer ends them. */

const hasty = { connectMs: 5_000, answerMs: 1_500, stallMs: 1_500, wholeAnswerMs: 700 };
const processing = "HTTP/1.1 102 Processing\r\n\r\n";
const ok = "HTTP/1.1 200 OK\r\n";

/** Begins every answer so, and goes on with `drop` forever; reads what is sent unless `reads` is false. */
async function trickling(
  begin: string,
  drop: string,
  reads = true,
  options: Partial<HttpPortalOptions> = {},
) {
  const server = await startRawPortal((socket: Socket) => {
    socket.once("data", () => {
      if (reads) socket.resume();
      else socket.pause();
      socket.write(begin);
      const dropping = setInterval(() => socket.write(drop), 100);
      socket.on("close", () => clearInterval(dropping));
    });
  });
  const portal = portalFor(server, { timeouts: hasty, ...options });
  return portal;
}

const ways = [
  { title: "a byte of the body", begin: `${ok}Content-Length: 100000\r\n\r\n`, drop: "O" },
  { title: "102", begin: processing, drop: processing },
];
const sends: { title: string; run: (portal: HttpPortal) => ReturnType<HttpPortal["announce"]> }[] = [
  { title: "announcement", run: (portal) => portal.announce(someMetadata, never()) },
  {
    title: "small body",
    run: (portal) => portal.send(someMetadata.checksum, bytesBody(Buffer.from("x")), never(), () => {}),
  },
  {
    title: "large body",
    run: (portal) => portal.send(someMetadata.checksum, madeBody(600_000), never(), () => {}),
  },
];
test.each(ways.flatMap((way) => sends.map((send) => ({ ...way, ...send, of: way.title }))))(
  "$title: $of in turn is unknown, and no silence",
  async ({ begin, drop, run }) => {
    const outcome = await run(await trickling(begin, drop));
    expect(outcome).toEqual({
      kind: "unknown",
      failure: {
        cause: "no-progress",
        message: expect.stringContaining("did not finish its answer in time"),
        portalMessage: null,
      },
    });
  },
);

test("what trickles in while a body hangs does not keep it", async () => {
  const portal = await trickling(processing, processing, false);
  const sent = await portal.send(someMetadata.checksum, madeBody(60_000_000), never(), () => {});
  expect(sent).toMatchObject({ kind: "unknown", failure: { cause: "no-progress" } });
});

test("a body that leaves slowly is never cut, whatever comes in meanwhile", async () => {
  const server = await startRawPortal((socket) => {
    const dropping = setInterval(() => socket.write(processing), 100);
    socket.on("close", () => clearInterval(dropping));
    let bytesToPause = 1_000_000;
    socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    socket.on("data", (piece) => {
      if (piece.subarray(-7).toString("latin1") === "\r\n0\r\n\r\n") {
        clearInterval(dropping);
        return void socket.end(`${ok}Content-Length: 2\r\n\r\nOK`);
      }
      bytesToPause -= piece.length;
      if (bytesToPause > 0) return;
      bytesToPause = 1_000_000;
      socket.pause();
      setTimeout(() => socket.resume(), 100);
    });
  });
  const portal = portalFor(server, { timeouts: hasty, noProgressMs: 1_500 });
  const sent = await portal.send(someMetadata.checksum, madeBody(30_000_000), never(), () => {});
  expect(sent).toEqual({ kind: "delivered", how: "replaced" });
});

test.each(ways)("reads: $title in turn", async ({ begin, drop }) => {
  const portal = await trickling(begin, drop);
  const late = {
    kind: "failed",
    failure: { cause: "portal-error", message: expect.stringContaining("did not finish its answer") },
  };
  expect(await portal.sites(never())).toMatchObject(late);
  expect(await portal.image("x.png", never())).toMatchObject(late);
});

test.each(ways)("a download: $title in turn; nothing is kept", async ({ begin, drop }) => {
  const portal = await trickling(begin, drop);
  const folder = await mkdtemp(path.join(tmpdir(), "skyferry-trickles-"));
  const downloadUrl = "/api/download/raw/0/slow.nc";
  const file = { filename: "slow.nc", size: 100_000, checksum: someMetadata.checksum, downloadUrl };
  const what = { kind: "raw", file } as DownloadOf;
  try {
    expect(await portal.download(what, folder, never(), () => {})).toMatchObject({
      kind: "failed",
      failure: { cause: "portal-error", message: expect.stringContaining("slow.nc") },
    });
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("whatever else holds an upload, it is given up when nothing moves any more", async () => {
  const credentials = () => new Promise<never>(() => {});
  const portal = portalAt("http://127.0.0.1:9", { credentials, noProgressMs: 50 });
  closedAfterTest(portal);
  for (const { run } of sends)
    expect(await run(portal)).toMatchObject({
      kind: "unknown",
      failure: { cause: "no-progress", message: expect.stringContaining("made no progress") },
    });
});
