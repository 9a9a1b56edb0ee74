import { expect, test } from "vitest";
import type { Cause } from "#domain/cause.ts";
import type { Outcome } from "#domain/outcome.ts";
import { liveFailureType, liveType } from "#test/support/portals/live-types.ts";
import {
  bytesBody,
  madeBody,
  never,
  portalFor,
  someMetadata,
} from "#test/support/portals/portal-under-test.ts";
import { startRawPortal } from "#test/support/portals/scripted-portal.ts";
import { textAnswer } from "#test/support/portals/wire.ts";

/**
 * Every text of `/upload/*` (docs/portal/observed.md §1, §2) with the types of the live portal, which calls failures web pages:
 * over the line, at POST, at a PUT in one piece and at one that asks first.
 */

type Told = readonly [kind: Outcome["kind"], cause: Cause | null];
const refused: Told = ["block", "refused"];
const both = (told: Told): readonly [Told, Told] => [told, told];

/** Status line, text, and what it means at POST and at PUT. */
const texts: readonly (readonly [string, string, readonly [Told, Told]])[] = [
  [
    "200 OK",
    "OK",
    [
      ["accepted", null],
      ["delivered", null],
    ],
  ],
  [
    "201 Created",
    "Created",
    [
      ["accepted", null],
      ["delivered", null],
    ],
  ],
  ["400 Bad Request", "", both(refused)],
  ["400 Bad Request", "No metadata matches this hash", [refused, ["announce-again", "record-in-use"]]],
  ["400 Bad Request", "Checksum does not match file contents", [refused, ["hash-again", "file-changing"]]],
  ["400 Bad Request", '{"status":400,"errors":["Unexpected token"]}', both(refused)],
  ["401 Unauthorized", "Unauthorized", both(["hold", "credentials"])],
  ["401 Unauthorized", "Missing permission", both(["block", "no-permission"])],
  [
    "409 Conflict",
    "File already uploaded",
    [
      ["received-before", null],
      ["unknown", "portal-error"],
    ],
  ],
  ["413 Payload Too Large", "request entity too large", both(["block", "too-large"])],
  ["415 Unsupported Media Type", "unsupported charset", both(refused)],
  ["422 Unprocessable Entity", "Request is missing instrumentPid", both(refused)],
  ["422 Unprocessable Entity", "Filename contains forbidden characters: a b.nc", both(refused)],
  ["500 Internal Server Error", "{}", both(["retry", "portal-error"])],
  ["500 Internal Server Error", "Internal server error: disk full", both(["retry", "portal-error"])],
];

/** Reads a request to its end and gives this answer. */
async function portalSaying(answer: string) {
  const server = await startRawPortal((socket) => {
    let got = "";
    socket.on("data", (piece) => {
      got += piece.toString("latin1");
      const head = got.slice(0, got.indexOf("\r\n\r\n") + 4);
      if (head.length < 4) return;
      if (/^expect: 100-continue/im.test(head) && got === head) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
      const isWhole = got.endsWith("\r\n0\r\n\r\n") || got.length - head.length === length;
      if (!isWhole) return;
      got = "";
      socket.write(answer);
    });
  });
  const portal = portalFor(server);
  return portal;
}

const cases = texts.flatMap(([status, body, told]) => {
  const isFailure = Number.parseInt(status, 10) >= 400;
  const types = isFailure ? [liveFailureType, null] : [liveType(200, body)];
  return types.map((type) => ({ status, body, type, told }));
});

test.each(cases)("$status, $body, type $type", async ({ status, body, type, told: [atPost, atPut] }) => {
  const portal = await portalSaying(textAnswer(status, body, type));
  const told = (outcome: Outcome): Told => [
    outcome.kind,
    "failure" in outcome ? outcome.failure.cause : null,
  ];
  expect(told(await portal.announce(someMetadata, never()))).toEqual(atPost);
  for (const content of [bytesBody(Buffer.from("small")), madeBody(400_000)])
    expect(told(await portal.send(someMetadata.checksum, content, never(), () => {}))).toEqual(atPut);
});
