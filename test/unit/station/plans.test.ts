import { expect, it } from "vitest";
import { createPlans, type Planner } from "#station/plan/plans.ts";
import type { SendPlanned } from "#station/plan/send-plan.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const plan = {
  days: [{ date: "2026-10-01", files: 3, bytes: 30, onPortal: 0 }],
  perDay: { files: 1, bytes: 10 },
  unreadable: [],
};

/** A planner that ends when it is told to, or is stopped. */
function plannerUntil() {
  const made = Promise.withResolvers<SendPlanned>();
  const seen = { begun: 0, stopped: 0 };
  const planner: Planner = async (signal, onWalked) => {
    seen.begun += 1;
    signal.addEventListener("abort", () => {
      seen.stopped += 1;
      made.resolve({ kind: "stopped" });
    });
    onWalked(plan);
    return await made.promise;
  };
  return { planner, seen, end: made.resolve };
}

it("tells of the disk first and then of the portal, and looks once for one question", async () => {
  const clock = new FakeClock();
  const plans = createPlans(clock);
  const { planner, seen, end } = plannerUntil();
  expect(plans.ask("a", planner)).toMatchObject({ isRunning: true });
  expect(plans.ask("a", planner)).toMatchObject({ isRunning: true, plan, isCompared: false });
  const there = { ...plan, days: [] };
  end({ kind: "planned", plan: there });
  await clock.advance(1_000);
  expect(plans.ask("a", planner)).toEqual({
    isRunning: false,
    plan: there,
    isCompared: true,
    unanswered: null,
  });
  await clock.advance(240_000);
  expect(plans.ask("a", planner).isRunning).toBe(false);
  expect(seen.begun).toBe(1);
  await clock.advance(120_000);
  expect(plans.ask("a", planner).isRunning).toBe(true);
  await plans.stop();
});

it("says why the portal could not be asked, and keeps what is known of the disk", async () => {
  const clock = new FakeClock();
  const plans = createPlans(clock);
  const { planner, end } = plannerUntil();
  plans.ask("a", planner);
  end({ kind: "portal", message: "It is away.", plan });
  await clock.advance(1_000);
  expect(plans.ask("a", planner)).toEqual({
    ...{ isRunning: false, plan, isCompared: false, unanswered: "It is away." },
  });
});

it("ends a plan that nobody asks about any more, and no other", async () => {
  const clock = new FakeClock();
  const plans = createPlans(clock);
  const [one, other] = [plannerUntil(), plannerUntil()];
  plans.ask("a", one.planner);
  for (let second = 0; second < 40; second += 1) {
    plans.ask("b", other.planner);
    await clock.advance(1_000);
  }
  expect([one.seen.stopped, other.seen.stopped]).toEqual([1, 0]);
  expect(plans.ask("a", one.planner).isRunning).toBe(true);
  await plans.stop();
  expect(other.seen.stopped).toBe(1);
});
