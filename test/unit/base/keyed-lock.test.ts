import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { createKeyedLock, takeAll } from "#base/keyed-lock.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { fc } from "#test/support/fixed-cases.ts";

const never = new AbortController().signal;

it("lets one holder at a time use a key, in the order of asking, and keys do not meet", async () => {
  const turns = createKeyedLock();
  const order: string[] = [];
  const first = await turns.take("a", never);
  const waiting = ["second", "third"].map(async (name) => {
    const end = await turns.take("a", never);
    order.push(name);
    end?.();
  });
  const other = await turns.take("b", never);
  expect(other).not.toBeNull();
  expect(order).toEqual([]);
  first?.();
  await Promise.all(waiting);
  expect(order).toEqual(["second", "third"]);
});

it("gives null at once to one who gives up waiting, and passes the place on", async () => {
  const turns = createKeyedLock();
  const first = await turns.take("a", never);
  const giveUp = new AbortController();
  const second = turns.take("a", giveUp.signal);
  let isThirdIn = false;
  const third = turns.take("a", never).then((end) => {
    isThirdIn = true;
    return end;
  });
  giveUp.abort();
  expect(await second).toBeNull();
  await Promise.resolve();
  expect(isThirdIn).toBe(false);
  first?.();
  (await third)?.();
  expect(await turns.take("a", never)).not.toBeNull();
});

it("gives null to one whose time is up before it asked, when it would have to wait", async () => {
  const turns = createKeyedLock();
  const first = await turns.take("a", never);
  expect(await turns.take("a", AbortSignal.abort())).toBeNull();
  first?.();
  expect(await turns.take("a", never)).not.toBeNull();
});

it("gives a key that is free again also to one whose time is up", async () => {
  const turns = createKeyedLock();
  (await turns.take("a", never))?.();
  expect(await turns.take("a", AbortSignal.abort())).not.toBeNull();
});

it("leaves nothing on the signal of one who has waited", async () => {
  const turns = createKeyedLock();
  const { signal } = new AbortController();
  const first = await turns.take("a", signal);
  const second = turns.take("a", signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  first?.();
  await second;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

const user = fc.record({
  keys: fc.constantFrom(["r1", "c1"], ["r1", "c2"], ["r2", "c1"], ["r2", "c2"], ["r3", "c1"]),
  startsAt: fc.nat(20),
  staysMs: fc.integer({ min: 0, max: 10 }),
  givesUpAt: fc.option(fc.nat(40)),
});

it("never lets two uploads of one record or one checksum meet, and forgets nobody, whichever gives up when", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(user, { maxLength: 15 }), async (users) => {
      const clock = new FakeClock();
      const turns = createKeyedLock();
      const held = new Map<string, number>();
      let done = 0;
      const used = users.map(async ({ keys, startsAt, staysMs, givesUpAt }) => {
        const giveUp = new AbortController();
        if (givesUpAt !== null) void clock.sleep(givesUpAt).then(() => giveUp.abort());
        await clock.sleep(startsAt);
        const ends: (() => void)[] = [];
        for (const key of keys) {
          const end = await turns.take(key, giveUp.signal);
          if (end === null) {
            for (const early of ends) early();
            done += 1;
            return;
          }
          held.set(key, (held.get(key) ?? 0) + 1);
          expect(held.get(key)).toBe(1);
          ends.push(() => {
            held.set(key, (held.get(key) ?? 0) - 1);
            end();
          });
        }
        await clock.sleep(staysMs);
        for (const end of ends.reverse()) end();
        done += 1;
      });
      await clock.advance(1000);
      expect(done).toBe(users.length);
      await Promise.all(used);
    }),
    { numRuns: 200 },
  );
});

it("takes several turns at once, or none of them", async () => {
  const turns = createKeyedLock();
  const end = await takeAll(["a", "b"], turns, never);
  const giveUp = new AbortController();
  const second = takeAll(["c", "b"], turns, giveUp.signal);
  await Promise.resolve();
  giveUp.abort();
  expect(await second).toBeNull();
  expect(await takeAll(["c"], turns, never)).not.toBeNull();
  end?.();
  expect(await takeAll(["a", "b"], turns, never)).not.toBeNull();
});
