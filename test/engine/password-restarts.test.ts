import { expect, it } from "vitest";
import type { Outcome } from "#domain/outcome.ts";
import { EngineFixture, folder } from "#test/support/builders/engine-fixture.ts";
import { errorOf } from "#test/support/builders/outcomes.ts";

const minuteMs = 60_000;
const refused: Outcome = {
  kind: "hold",
  failure: errorOf("credentials", "Unauthorized"),
  retryAfterMs: null,
  doubt: { said: "401", isOfPassword: true },
};

function refusing(): EngineFixture {
  const fixture = new EngineFixture();
  for (let i = 0; i < 3; i++) fixture.files.put(folder, `20240601_${i}.dat`, `${i}`);
  fixture.portal.script = ({ kind }) => (kind === "announce" ? refused : undefined);
  return fixture;
}

/** Restarts in a row: each runs for so long. */
async function restart(fixture: EngineFixture, runsMs: readonly number[]): Promise<void> {
  for (const ms of runsMs) {
    const engine = await fixture.runFor(ms);
    await engine.stop();
  }
}

it("a wrong password is tried three times in ten minutes, however often the program is restarted", async () => {
  const fixture = refusing();
  await restart(fixture, Array(20).fill(minuteMs / 2));
  expect(fixture.portal.requests().post).toBe(3);
  const engine = await fixture.started();
  expect((await engine.status()).holds).toMatchObject([
    { cause: "credentials", portalMessage: "Unauthorized" },
  ]);
  await engine.stop();
  // A night later it is due.
  await fixture.clock.advance(600 * minuteMs);
  await restart(fixture, [1000, 1000, 1000]);
  expect(fixture.portal.requests().post).toBe(4);
});

it("another password is tried at once", async () => {
  const fixture = refusing();
  await restart(fixture, [minuteMs]);
  fixture.portal.mark = "ffff";
  fixture.portal.script = () => undefined;
  const engine = await fixture.runFor(1000);
  expect((await fixture.ledger.totals()).delivered).toBe(3);
  await engine.stop();
});

it("a password that was accepted meanwhile, also by a single run, leaves nothing behind", async () => {
  const fixture = refusing();
  await restart(fixture, [minuteMs]);
  expect(await fixture.passwordStore.read()).toMatchObject({ mark: "0a1b" });
  fixture.portal.script = () => undefined;
  await fixture.pass();
  expect((await fixture.ledger.totals()).delivered).toBe(3);
  expect(await fixture.passwordStore.read()).toEqual({});
});

it.each([
  ["of the future", { lastMs: Number.MAX_SAFE_INTEGER }],
  ["of another shape", { failure: "credentials" }],
  ["of another cause", { failure: errorOf("tls") }],
])("a note %s holds nothing", async (_, change) => {
  const fixture = refusing();
  await restart(fixture, [1000]);
  const kept = (await fixture.passwordStore.read()) as object;
  await fixture.passwordStore.write({ ...kept, ...change });
  fixture.portal.script = () => undefined;
  const engine = await fixture.runFor(1000);
  expect((await fixture.ledger.totals()).delivered).toBe(3);
  await engine.stop();
});
