import { expect, test } from "vitest";
import { eventDetail } from "#station/station-events/event-sentences.ts";

test("a pause says until when it lasts while it lasts, and nothing of that when it is over", () => {
  const fromMs = Date.UTC(2026, 10, 20, 8);
  const pause = { seq: 1, kind: "paused", subject: "", fromMs, times: 1 } as const;
  const untilMs = Date.UTC(2026, 10, 20, 15);
  expect(eventDetail({ ...pause, toMs: null, detail: { untilMs: null } })).toBe("Until it is resumed.");
  expect(eventDetail({ ...pause, toMs: null, detail: { untilMs } })).toBe("Until 15:00 UTC.");
  for (const until of [null, untilMs])
    expect(eventDetail({ ...pause, toMs: untilMs, detail: { untilMs: until } })).toBeNull();
});
