import { expect, test } from "vitest";
import { playHistory } from "#test/support/builders/cleanup-histories.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";

/** The fault matrix plays 10,000 of them (F45). */
const histories = 1_000;

test(`of ${histories} random histories no file is named wrongly, and of those without a fault all are named`, async () => {
  let named = 0;
  for (let n = 0; n < histories; n += 1) {
    const history = await playHistory(seededRandom(`cleanup/${n}`));
    expect([n, history.wrong]).toEqual([n, []]);
    if (history.isPlain) expect([n, history.named]).toEqual([n, history.old]);
    named += history.named;
  }
  expect(named).toBeGreaterThan(histories);
});
