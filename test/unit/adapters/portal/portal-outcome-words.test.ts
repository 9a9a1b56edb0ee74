import { expect, test } from "vitest";
import type { Answer } from "#adapters/portal/portal-answer.ts";
import { outcomeOf } from "#adapters/portal/portal-outcome.ts";
import type { Stage } from "#domain/outcome.ts";

const facts = { host: "portal.example", nowMs: Date.parse("2024-05-01T12:00:00Z") };
const page = "<!DOCTYPE html><html><body>Please log in</body></html>";
const mayStandBetween = "A login page of the network may answer instead.";

function answer(status: number, body: string, headers: Answer["headers"] = {}): Answer {
  return { kind: "answer", status, headers, body, isBodySent: true };
}

function told(stage: Stage, came: Answer): string {
  const outcome = outcomeOf(stage, came, facts);
  return "failure" in outcome ? outcome.failure.message : outcome.kind;
}

/** stage, status, body: what the operator reads. */
const rows: readonly (readonly [Stage, number, string, string])[] = [
  [
    "send",
    401,
    "Unauthorized",
    "portal.example does not accept the user name and password: check them in Settings.",
  ],
  [
    "send",
    401,
    "Missing permission",
    "This user has no permission to send for this site. Ask the portal's operators, or correct the site of the instrument.",
  ],
  [
    "send",
    407,
    "",
    "The proxy requires a user name and password: check the proxy (Settings > Portal and sending).",
  ],
  ["send", 408, "", "The portal stopped waiting for this file."],
  ["send", 423, "", "The portal has locked this file's record. Skyferry retries automatically."],
  ["send", 425, "", "The portal asks to retry later."],
  ["send", 413, "", "This file is too large for the portal. Ask the portal's operators how to deliver it."],
  ["send", 429, "", "portal.example asks for fewer requests. Skyferry pauses."],
  [
    "send",
    400,
    "No metadata matches this hash",
    "The portal no longer knows the announcement of this file. It is announced again.",
  ],
  [
    "send",
    400,
    "Checksum does not match file contents",
    "The content does not match the announcement: the file changed while it was being sent. It is read again.",
  ],
  ["announce", 422, "Unknown site: x", "The portal refuses this file. Fix the cause, then retry."],
  ["send", 500, "", "The portal failed on this file. Skyferry retries automatically."],
  ["send", 503, page, "portal.example is under maintenance. Everything stays queued here."],
  ["send", 503, "", "portal.example has a problem. Everything stays queued here."],
  [
    "send",
    202,
    "",
    "The portal's answer does not say whether it has the content. Skyferry asks it before it sends the file again.",
  ],
  ["send", 999, "", "The portal's answer is empty."],
  [
    "send",
    404,
    "",
    `What answers at portal.example is not the portal's upload service (status 404): check the portal's address (Settings > Portal and sending). ${mayStandBetween}`,
  ],
  [
    "announce",
    200,
    page,
    `What answers at portal.example is not the portal's upload service (status 200, a web page): check the portal's address (Settings > Portal and sending). ${mayStandBetween}`,
  ],
];

test.each(rows)("%s %i %j is told in words", (stage, status, body, words) => {
  expect(told(stage, answer(status, body))).toBe(words);
});

test.each([
  ["https://login.hotel.example:8443/?next=x", "login.hotel.example:8443"],
  ["/login", "/login"],
  [`/${"x".repeat(500)}`, `/${"x".repeat(99)}`],
])("a redirect to %s names %s", (location, named) => {
  expect(told("announce", answer(302, "", { location }))).toBe(
    `portal.example redirects to another address (${named}): check the portal's address (Settings > Portal and sending). ${mayStandBetween}`,
  );
});
