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

test("the short form tries one of each neighbours, the same for the same seed; the full form and one step try all", async () => {
  const all = ["a1", "a2", "b1", "b2", "c1"];
  const tried = async (seed: string, isFull = false, onlyStep: string | null = null) => {
    const names: string[] = [];
    const run: Row["run"] = async ({ sample, step }) => {
      for (const name of sample(all, 2)) await step(name, async () => []);
    };
    await runRow({ ...row, run }, { seed, isFull, onlyStep, onStep: (name) => void names.push(name) });
    return names.join();
  };
  const seeds = Array.from({ length: 30 }, (_, seed) => `${seed}`);
  const shorts = await Promise.all(seeds.map((seed) => tried(seed)));
  expect(new Set(shorts)).toEqual(new Set(["a1,b1,c1", "a1,b2,c1", "a2,b1,c1", "a2,b2,c1"]));
  expect(await Promise.all(seeds.map((seed) => tried(seed)))).toEqual(shorts);
  expect(await tried("1", true)).toBe(all.join());
  for (const one of all) expect(await tried("1", false, one)).toBe(one);
});
