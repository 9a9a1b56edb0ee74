import { expect, test } from "vitest";
import { createInTurn } from "#base/async.ts";

test("work goes one after another, and one that fails keeps nobody", async () => {
  const inTurn = createInTurn();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = inTurn(async () => {
    order.push("one begins");
    await first.promise;
    order.push("one fails");
    throw new Error("one");
  });
  const two = inTurn(async () => {
    order.push("two");
    return 2;
  });
  await Promise.resolve();
  expect(order).toEqual(["one begins"]);
  first.resolve();
  await expect(one).rejects.toThrow("one");
  expect(await two).toBe(2);
  expect(order).toEqual(["one begins", "one fails", "two"]);
});
