import { expect, test } from "vitest";
import { faultReport, type Row, runRow } from "./row.ts";

const row: Row = {
  id: "F0",
  fault: "one that is told",
  promise: "none",
  async run({ step }) {
    await step("good", async () => []);
    await step("bad", async () => ["I1 a file is lost"]);
  },
};

test("the report counts what was tried and names seed and step of each failure", async () => {
  const result = await runRow(row, { seed: "4711", isFull: false });
  expect(faultReport([result], "4711", false)).toMatchObject({
    seed: "4711",
    form: "short",
    rows: [
      { id: "F0", tried: 2, failures: [{ seed: "4711", step: "bad", violations: ["I1 a file is lost"] }] },
    ],
  });
});
