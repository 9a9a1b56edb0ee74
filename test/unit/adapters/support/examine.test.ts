import { expect, test } from "vitest";
import { CheckProblem, type Examination, examine, Skipped } from "#adapters/support/examine.ts";

const all = (works: readonly Examination[], secrets: readonly string[] = []) => examine(works, secrets);
const look = (name: string, answer: Examination["look"], mostMs = 60_000): Examination => ({
  name,
  mostMs,
  look: answer,
});

test("each thing has one answer, in the order of the questions", async () => {
  const slow = new Promise<string>((resolve) => setTimeout(() => resolve("slowly"), 20));
  expect(
    await all([
      look("one", () => slow),
      look("two", () => {
        throw new CheckProblem("wrong: correct it");
      }),
      look("three", async () => {
        throw new Skipped("not here");
      }),
      look("four", async () => {
        throw new TypeError("a mistake");
      }),
    ]),
  ).toEqual([
    { name: "one", state: "ok", text: "slowly" },
    { name: "two", state: "problem", text: "wrong: correct it" },
    { name: "three", state: "skipped", text: "not here" },
    { name: "four", state: "problem", text: "a mistake" },
  ]);
});

test("what hangs is a problem after its time, is told to stop, and holds up nothing else", async () => {
  let isStopped = false;
  const hang: Examination["look"] = (stop) =>
    new Promise(() => stop.addEventListener("abort", () => (isStopped = true)));
  const [hung, next] = await all([look("hung", hang, 5), look("next", () => "fine")]);
  expect(hung).toMatchObject({
    state: "problem",
    text: expect.stringMatching(/^No answer within 1 s/),
  });
  expect(next).toMatchObject({ state: "ok" });
  expect(isStopped).toBe(true);
});

test("no answer holds a secret or a second line", async () => {
  const [seen] = await all(
    [look("proxy", () => "http://ann:hidden@proxy.example asks for p4ssw0rd\nand more")],
    ["p4ssw0rd"],
  );
  expect(seen?.text).toBe("http://***proxy.example asks for ***\\nand more");
});
