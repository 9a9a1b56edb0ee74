import { expect, it } from "vitest";
import { inserted, type Step } from "#renderer/uploads/upload-timeline.tsx";

const step = (text: string, at: string | null): Step => ({ text, at, shape: "idle" });
const textsOf = (steps: readonly Step[]) => steps.map(({ text }) => text);

it("puts a step of the portal at its time among those of this PC", () => {
  const own = [
    step("found", "2026-11-21T10:00:00Z"),
    step("finished", null),
    step("stored", "2026-11-21T10:01:00Z"),
    step("asked again", "2026-11-21T12:00:00Z"),
  ];
  expect(textsOf(inserted(own, step("processed", "2026-11-21T11:00:00Z")))).toEqual([
    "found",
    "finished",
    "stored",
    "processed",
    "asked again",
  ]);
  expect(textsOf(inserted(own, step("written", "2026-11-21T09:59:00Z")))[0]).toBe("written");
  expect(textsOf(inserted(own, step("made", "2026-11-21T13:00:00Z"))).at(-1)).toBe("made");
  // Steps that were told in short stay behind the one before them.
  expect(textsOf(inserted(own, step("between", "2026-11-21T10:00:30Z")))[2]).toBe("between");
});
