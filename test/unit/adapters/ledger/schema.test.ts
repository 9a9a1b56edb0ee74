import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { migrations } from "#adapters/ledger/schema.ts";

// Steps name lists of the domain: where one of those changes, a new step is needed, and the old ones stay as they are.
it.each([
  [1, "cda689ad22decb89"],
  [2, "5fb14511cf7bd356"],
  [3, "db0be02b15129325"],
  [4, "a307354d8a563d0f"],
])("the step to version %d of the ledger is as it was released", (version, sha256) => {
  const step = migrations[version - 1] ?? "";
  expect(createHash("sha256").update(step).digest("hex").slice(0, 16)).toBe(sha256);
});
