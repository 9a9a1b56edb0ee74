import { createHash } from "node:crypto";
import { createNodeClock } from "#adapters/node-clock.ts";
import type { HttpPortal, HttpPortalOptions } from "#adapters/portal/http-portal.ts";
import { createHttpPortal } from "#adapters/portal/http-portal.ts";
import type { Metadata } from "#domain/portal-records.ts";
import type { UploadBody } from "#engine/ports/portal.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import { type Scripted, startScriptedPortal } from "./scripted-portal.ts";

/** The portal client with settings that fit a test. */
export function portalAt(url: string, options: Partial<HttpPortalOptions> = {}): HttpPortal {
  return createHttpPortal({
    url,
    credentials: async () => ({ username: "station", password: "s3cret-word" }),
    concurrency: 2,
    bandwidthKBps: null,
    proxy: null,
    caFile: null,
    allowInsecureHttp: false,
    version: "0.0.0-test",
    clock: createNodeClock(),
    timeouts: { connectMs: 2_000, answerMs: 2_000, stallMs: 2_000, wholeAnswerMs: 5_000 },
    ...options,
  });
}

/** The client of that portal; both are closed when the test that runs is over. */
export function portalFor(
  server: { readonly url: string; close(): Promise<void> },
  options?: Partial<HttpPortalOptions>,
): HttpPortal {
  const portal = portalAt(server.url, options);
  closedAfterTest(portal, server);
  return portal;
}

const hasty = { answerMs: 500, stallMs: 500, wholeAnswerMs: 10_000 };

/** A portal that does the same with every request, and its client. */
export async function answering(scripted: Scripted, timeouts: HttpPortalOptions["timeouts"] = hasty) {
  const server = await startScriptedPortal(() => scripted);
  return { server, portal: portalFor(server, { timeouts }) };
}

export const someMetadata: Metadata = {
  measurementDate: "2024-05-01",
  instrument: "chm15k",
  instrumentPid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
  filename: "20240501.nc",
  checksum: "d41d8cd98f00b204e9800998ecf8427e",
  site: "hyytiala",
  tags: [],
};

export function never(): AbortSignal {
  return new AbortController().signal;
}

export function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}

/** A body in memory. */
export function bytesBody(bytes: Uint8Array): UploadBody {
  return { kind: "bytes", bytes, size: bytes.length };
}

/** A body of `size` bytes made while it is read, in pieces of a MiB; `gives` is what really comes. */
export function madeBody(size: number, gives = size): UploadBody {
  const piece = Buffer.alloc(1024 * 1024, 65);
  return {
    kind: "stream",
    size,
    async *chunks() {
      for (let left = gives; left > 0; left -= piece.length)
        yield piece.subarray(0, Math.min(left, piece.length));
    },
  };
}
