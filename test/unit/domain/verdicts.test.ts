import { expect, test } from "vitest";
import { verdictOfStatus, whyInvalid } from "#domain/verdicts.ts";

test("why a file is invalid: what our own check found, as the portal gives no reason", () => {
  expect(whyInvalid("is cut off")).toBe(
    "The portal gives no reason. Skyferry's own check found that the file is cut off.",
  );
  expect(whyInvalid(null)).toBe("The portal gives no reason, and Skyferry's own check found no problem.");
});

test("a status that is not known yet is no verdict", () => {
  expect(["uploaded", "processed", "invalid", "created", "archived"].map(verdictOfStatus)).toEqual([
    "accepted",
    "processed",
    "invalid",
    null,
    null,
  ]);
});
