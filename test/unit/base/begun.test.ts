import { expect, test } from "vitest";
import { awaitAnswer } from "#base/begun.ts";

const late = { kind: "late" };
const neverMs = 2 ** 30;

test("the time of an answer begins when its process does", async () => {
  const { answer, hear } = awaitAnswer(1, late, neverMs);
  expect(await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 30, "not yet"))])).toBe(
    "not yet",
  );
  hear({ kind: "begun" });
  expect(await answer).toBe(late);
});

test("an answer is taken, whether a beginning was told or not", async () => {
  const told = awaitAnswer(neverMs, late);
  told.hear({ kind: "begun" });
  told.hear({ kind: "found" });
  expect(await told.answer).toEqual({ kind: "found" });
  const silent = awaitAnswer(neverMs, late);
  silent.hear({ kind: "failed" });
  expect(await silent.answer).toEqual({ kind: "failed" });
});

test("a process that never begins is not waited for without end", async () => {
  expect(await awaitAnswer(1, late, 1).answer).toBe(late);
});
