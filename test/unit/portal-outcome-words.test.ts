import { expect, test } from "vitest";
import type { Answer } from "#adapters/portal/portal-answer.ts";
import { outcomeOf } from "#adapters/portal/portal-outcome.ts";
import type { Stage } from "#domain/outcome.ts";

const facts = { host: "portal.example", nowMs: Date.parse("2024-05-01T12:00:00Z") };
const page = "<!DOCTYPE html><html><body>Please log in</body></html>";
const mayStandBetween = "A log-in page of the network may stand in between.";

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
    "portal.example does not accept the user name and password: check them in the settings.",
  ],
  [
    "send",
    401,
    "Missing permission",
    "These credentials are not allowed to send for this site. Ask the portal's operator, or correct the site of the instrument.",
  ],
  [
    "send",
    407,
    "",
    "The proxy wants a user name and password: check the proxy (Settings → Portal and sending).",
  ],
  ["send", 408, "", "The portal gave up waiting for this file."],
  ["send", 423, "", "The portal has this file's record locked. It is tried again."],
  ["send", 425, "", "The portal asks to be tried again later."],
  ["send", 413, "", "The portal finds this file too large. Ask the portal's operator how to deliver it."],
  ["send", 429, "", "portal.example asks for fewer requests. It gets a pause."],
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
    "What arrived is not what was announced: the file changed while it was sent. It is read again.",
  ],
  ["announce", 422, "Unknown site: x", "The portal refuses this file. Correct what it names, then retry."],
  ["send", 500, "", "The portal failed on this file. It is tried again."],
  ["send", 503, page, "portal.example is under maintenance. Everything stays queued here."],
  ["send", 503, "", "portal.example is in trouble. Everything stays queued here."],
  [
    "send",
    202,
    "",
    "The portal's answer does not say whether it has the content. It is asked before the file is sent again.",
  ],
  ["send", 999, "", "The portal's answer says nothing."],
  [
    "send",
    404,
    "",
    `What answers at portal.example is not the portal's upload service (status 404): check the portal's address (Settings → Portal and sending). ${mayStandBetween}`,
  ],
  [
    "announce",
    200,
    page,
    `What answers at portal.example is not the portal's upload service (status 200, a web page): check the portal's address (Settings → Portal and sending). ${mayStandBetween}`,
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
    `portal.example sends the uploader to another address (${named}): check the portal's address (Settings → Portal and sending). ${mayStandBetween}`,
  );
});
