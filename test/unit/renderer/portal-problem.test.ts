import { describe, expect, it } from "vitest";
import { stoppedWords } from "#renderer/screens/portal/portal-problem.tsx";

const message = "127.0.0.1:9 refuses the connection: the portal is down. Everything stays queued here.";
const away = { lane: "portal", cause: "unreachable", message, needsYou: false } as const;
const later = "They are sent automatically when the portal answers again.";

describe("in place of the portal's answer", () => {
  it("the reason is above where the headline tells it", () => {
    const words = stoppedWords({ holds: [away], issues: [{ cause: "unreachable" }] });
    expect(words).toBe(`The reason is at the top of this page. Waiting files are safe here. ${later}`);
  });

  it("the reason is told where something else is graver, and what becomes of the files once", () => {
    const issues = [{ cause: "folder-unreachable" }, { cause: "unreachable" }] as const;
    expect(stoppedWords({ holds: [away], issues })).toBe(message);
  });

  it("nothing goes by itself that needs somebody", () => {
    const refused = {
      ...away,
      cause: "credentials",
      message: "The password is wrong.",
      needsYou: true,
    } as const;
    expect(stoppedWords({ holds: [refused], issues: [] })).toBe("The password is wrong.");
  });

  it("nothing is said where sending goes on, or is paused", () => {
    expect(stoppedWords({ holds: [], issues: [{ cause: "empty-file" }] })).toBeNull();
    expect(stoppedWords({ holds: [{ ...away, lane: "pause" }], issues: [] })).toBeNull();
  });
});
