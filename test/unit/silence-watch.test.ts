import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { beforeEach, expect, test, vi } from "vitest";
import { type SilenceWatch, watchSilence } from "../../electron/adapters/portal/silence-watch.ts";

/** A socket as far as its time-out goes: it tells once, when nothing was said to move for as long as it was asked to wait. */
class TimedSocket extends EventEmitter {
  askedMs = 0;
  setTimeout(ms: number): void {
    this.askedMs = ms;
  }
}

let nowMs: number;
let socket: TimedSocket;
let silences: number;
let watch: SilenceWatch;

beforeEach(() => {
  nowMs = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  socket = new TimedSocket();
  silences = 0;
  watch = watchSilence(socket as unknown as Socket, 800, () => {
    silences += 1;
  });
  return () => vi.restoreAllMocks();
});

/** The socket's time is up, `afterMs` after the last time. */
function timeUp(times: number, afterMs = 100): void {
  for (let n = 0; n < times; n++) {
    nowMs += afterMs;
    socket.emit("timeout");
  }
}

test("silence is told between seven and eight parts of the time", () => {
  expect(socket.askedMs).toBe(100);
  timeUp(6);
  expect(silences).toBe(0);
  timeUp(1);
  expect(silences).toBe(1);
});

test("a part that took longer saw bytes of a write move", () => {
  timeUp(6);
  timeUp(1, 200);
  timeUp(5);
  expect(silences).toBe(0);
});

test("what the caller saw move counts", () => {
  timeUp(6);
  watch.moved();
  timeUp(6);
  expect(silences).toBe(0);
});

test("more patience on request", () => {
  watch.bear(300);
  timeUp(9);
  expect(silences).toBe(0);
  timeUp(1);
  expect(silences).toBe(1);
});

test("nothing is heard after the end", () => {
  watch.stop();
  timeUp(20);
  expect(silences).toBe(0);
});
