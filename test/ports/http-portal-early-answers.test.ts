import type { Socket } from "node:net";
import { expect, test } from "vitest";
import type { Outcome } from "#domain/outcome.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";
import {
  bytesBody,
  madeBody,
  never,
  portalFor,
  someMetadata,
} from "#test/support/portals/portal-under-test.ts";
import { startRawPortal } from "#test/support/portals/scripted-portal.ts";
import { textAnswer } from "#test/support/portals/wire.ts";

/** Rounds of each case: 20 here; SKYFERRY_EARLY_ROUNDS=200 is the full form of F12. */
const rounds = Number(process.env.SKYFERRY_EARLY_ROUNDS ?? 20);
/** Says where the portal breaks off. */
const random = seededRandom(process.env.SKYFERRY_TEST_SEED ?? 1);
const hundredMb = 100_000_000;

type When = "at the head" | "after the go-ahead" | "in the middle";

/** Answers before the body is read, then closes the connection with the body still coming. */
function answersEarly(when: When, status: string, body: string, isReset = false): (socket: Socket) => void {
  const answer = textAnswer(status, body);
  return (socket) => {
    let head = "";
    let leftBytes = Number.POSITIVE_INFINITY;
    const leave = (): void => {
      socket.pause();
      socket.write(answer, () => void (isReset ? socket.resetAndDestroy() : socket.destroy()));
    };
    socket.on("data", (piece) => {
      leftBytes -= piece.length;
      if (leftBytes <= 0) return leave();
      if (head.includes("\r\n\r\n")) return;
      head += piece.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      if (when === "at the head") return leave();
      if (/^expect: 100-continue/im.test(head)) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      if (when === "after the go-ahead") return leave();
      leftBytes = 1 + random.next() * 0.5 * hundredMb;
    });
  };
}

const answers = [
  { status: "401 Unauthorized", body: "Unauthorized", kind: "hold" },
  { status: "400 Bad Request", body: "No metadata matches this hash", kind: "announce-again" },
  { status: "200 OK", body: "OK", kind: "delivered" },
  { status: "409 Conflict", body: "File already uploaded", kind: "unknown" },
] as const;
const whens = ["at the head", "after the go-ahead", "in the middle"] as const;
const cases = answers.flatMap((answer) => whens.map((when) => ({ ...answer, when })));

/** Windows drops what was received and not yet read when the line is reset: the answer is lost, and looked up. */
const mayBeLost = (when: string) => process.platform === "win32" && when === "in the middle";

test.each(cases)("$status $when of 100 MB decides every time", async ({ when, status, body, kind }) => {
  const server = await startRawPortal(answersEarly(when, status, body));
  const portal = portalFor(server);
  const kinds: Partial<Record<Outcome["kind"], number>> = {};
  for (let round = 0; round < rounds; round++) {
    const outcome = await portal.send(someMetadata.checksum, madeBody(hundredMb), never(), () => {});
    if (mayBeLost(when) && outcome.kind === "unknown" && outcome.failure.cause === "link-broken") continue;
    kinds[outcome.kind] = (kinds[outcome.kind] ?? 0) + 1;
    if (kind !== "unknown") continue;
    // Unknown by the answer, not by a broken connection.
    expect(outcome).toMatchObject({ failure: { cause: "portal-error", portalMessage: body } });
  }
  if (mayBeLost(when)) expect([kind, undefined]).toContain(Object.keys(kinds)[0]);
  else expect(kinds).toEqual({ [kind]: rounds });
});

test("an answer that a reset follows at once decides, or was swallowed and is unknown", async () => {
  const server = await startRawPortal(
    answersEarly("in the middle", "401 Unauthorized", "Unauthorized", true),
  );
  const portal = portalFor(server);
  for (let round = 0; round < rounds; round++) {
    const outcome = await portal.send(someMetadata.checksum, madeBody(hundredMb), never(), () => {});
    expect(["hold credentials", "unknown link-broken"]).toContain(
      `${outcome.kind} ${"failure" in outcome ? outcome.failure.cause : ""}`,
    );
    if (outcome.kind === "unknown") expect(outcome.failure).not.toHaveProperty("isSilence");
  }
});

test("an answer that a reset swallowed is unknown, and the content is not sent again unasked", async () => {
  let bodies = 0;
  const server = await startRawPortal((socket) => {
    let got = 0;
    socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    socket.on("data", (piece) => {
      got += piece.length;
      if (got < 1_000_000) return;
      bodies += 1;
      socket.resetAndDestroy();
    });
  });
  const portal = portalFor(server);
  const outcome = await portal.send(someMetadata.checksum, madeBody(hundredMb), never(), () => {});
  expect(outcome).toMatchObject({ kind: "unknown", failure: { cause: "link-broken" } });
  expect(bodies).toBe(1);
});

test("an early answer to a body that goes out in one piece decides every time", async () => {
  const server = await startRawPortal(answersEarly("at the head", "401 Unauthorized", "Missing permission"));
  const portal = portalFor(server);
  for (let round = 0; round < rounds; round++) {
    const body = bytesBody(Buffer.alloc(250_000, 7));
    expect(await portal.send(someMetadata.checksum, body, never(), () => {})).toMatchObject({
      kind: "block",
      failure: { cause: "no-permission" },
    });
  }
});

test("201 before the body was sent is no confirmation", async () => {
  const server = await startRawPortal(answersEarly("at the head", "201 Created", "Created"));
  const portal = portalFor(server);
  const outcome = await portal.send(someMetadata.checksum, madeBody(hundredMb), never(), () => {});
  expect(outcome).toMatchObject({ kind: "unknown" });
});
