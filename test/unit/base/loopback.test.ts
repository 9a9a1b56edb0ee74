import { expect, it } from "vitest";
import { isLoopback, isOpenHttp } from "#base/loopback.ts";

it.each([
  "localhost",
  "LOCALHOST",
  "portal.localhost",
  "127.0.0.1",
  "127.1.2.3",
  "127.100.20.255",
  "::1",
  "[::1]",
])("%s is this computer", (host) => expect(isLoopback(host)).toBe(true));

it.each(["localhost.example", "127.0.0.1.example", "1127.0.0.1", "::2", "[::ffff:127.0.0.1]x", ""])(
  "%s is another one",
  (host) => expect(isLoopback(host)).toBe(false),
);

it.each([
  ["http://portal.example", true],
  ["http://127.0.0.1.example/", true],
  ["https://portal.example", false],
  ["http://localhost:8080", false],
  ["http://[::1]:8080", false],
  ["http", false],
])("%s crosses the network openly: %s", (address, expected) => expect(isOpenHttp(address)).toBe(expected));
