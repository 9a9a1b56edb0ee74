import { expect, test } from "vitest";
import { createHeartbeats } from "#adapters/notify/heartbeats.ts";
import { Listening } from "./channel-listener.ts";

/** The heartbeat on the wire, as healthchecks-like services take it. */

const version = "9.9.9";
const way = { version, proxy: () => null, caFile: () => null };
const send = createHeartbeats(way);
const { signal } = new AbortController();

test("all is well with a GET; a failure goes to /fail with its reason, whatever else the address has", async () => {
  await using service = new Listening();
  const url = await service.open();
  expect(await send(`${url}/?station=a`, null, signal)).toEqual({ isTaken: true });
  expect(await send(`${url}/?station=a`, "Ceilometer: its folder is missing", signal)).toEqual({
    isTaken: true,
  });
  expect(service.methods).toEqual(["GET", "POST"]);
  expect(service.urls).toEqual(["/secret-token/?station=a", "/secret-token/fail?station=a"]);
  expect(service.bodies).toEqual(["", "Ceilometer: its folder is missing"]);
  expect(service.headers.map((one) => one["user-agent"])).toEqual(["Skyferry/9.9.9", "Skyferry/9.9.9"]);
});

test.each([
  ["a redirect", 302, "", false, "answered 302: redirects are not followed"],
  ["an address that nobody knows", 404, "not found", false, "answered 404: not found"],
  ["a service with a fault", 503, "", true, "answered 503"],
  [
    "a login page of the network",
    200,
    "<!doctype html><title>Log in</title>",
    false,
    "answered 200 with a web page: check the address, or log in to the network",
  ],
  [
    "a refusal",
    200,
    '{"ok":false,"message":"no monitor"}',
    false,
    "answered 200, but did not accept the message: no monitor",
  ],
  [
    "an answer that repeats the address",
    400,
    "unknown check secret-token",
    false,
    "answered 400: unknown check ***",
  ],
])("%s is no heartbeat", async (_, status, text, isTransient, reason) => {
  await using service = new Listening();
  const url = await service.open();
  service.answer = (response) => response.writeHead(status, { location: "/login" }).end(text);
  expect(await send(url, null, signal)).toEqual({
    kind: "failed",
    afterMs: 0,
    isTaken: false,
    isTransient,
    reason,
  });
});

test("a service that does not answer is left in time, and one that is away is named by its error", async () => {
  const service = new Listening();
  const url = await service.open();
  service.answer = () => {};
  const inTime = createHeartbeats({ ...way, tryMs: 200 });
  expect(await inTime(url, null, signal)).toMatchObject({
    isTransient: true,
    reason: "did not answer in 0.2 s",
  });
  await service.close();
  expect(await send(url, null, signal)).toMatchObject({
    isTransient: true,
    reason: "cannot be reached: ECONNREFUSED",
  });
});
