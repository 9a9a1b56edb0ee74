import { describe, expect, it } from "vitest";
import { EngineFixture, folder, md5 } from "#test/support/builders/engine-fixture.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";

const minuteMs = 60_000;

/** The instrument puts the old file aside under another name and begins the old name again. */
async function rotated(): Promise<EngineFixture> {
  const fixture = new EngineFixture();
  fixture.write("20240601_now.dat", "the first hour");
  await fixture.runFor(5 * minuteMs);
  expect(fixture.portal.received("20240601_now.dat")).toBe(md5("the first hour"));
  fixture.files.rename(folder, "20240601_now.dat", "20240601_00.dat");
  await fixture.clock.advance(5 * minuteMs);
  expect(await fixture.latest("20240601_00.dat")).toMatchObject({
    state: "delivered",
    receipt: { kind: "twin" },
  });
  return fixture;
}

describe("a file whose bytes the portal has under another name", () => {
  it("is sent under its own name once that name gets another content", async () => {
    const fixture = await rotated();
    fixture.write("20240601_now.dat", "the second hour");
    await fixture.clock.advance(5 * minuteMs);
    expect(fixture.portal.received("20240601_now.dat")).toBe(md5("the second hour"));
    expect(fixture.portal.received("20240601_00.dat")).toBe(md5("the first hour"));
    const sent = await fixture.latest("20240601_00.dat");
    expect(sent).toMatchObject({ state: "delivered", receipt: { kind: "stored" } });
    expect(await fixture.states("20240601_00.dat")).toEqual(["delivered", "superseded"]);
  });

  it("is sent as well where the answer to the new content is lost", async () => {
    const fixture = await rotated();
    fixture.portal.script = ({ kind }) => (kind === "send" ? "lose-answer" : undefined);
    fixture.write("20240601_now.dat", "the second hour");
    await fixture.clock.advance(5 * minuteMs);
    fixture.portal.script = () => undefined;
    await fixture.clock.advance(30 * minuteMs);
    expect(fixture.portal.received("20240601_00.dat")).toBe(md5("the first hour"));
  });

  it.each([undefined, "lose-answer"] as const)(
    "is sent as well where the ledger was lost meanwhile and knows nothing of the former content (%s)",
    async (answer) => {
      const { clock, files, portal } = new EngineFixture();
      const before = new EngineFixture({ clock, files, portal });
      before.write("20240601_now.dat", "the first hour");
      const engine = await before.started();
      await clock.advance(5 * minuteMs);
      await engine.stop();
      files.rename(folder, "20240601_now.dat", "20240601_00.dat");
      const ledger = memoryLedger({ kind: "rebuilt", movedTo: "ledger.damaged", message: "It was damaged." });
      const fixture = new EngineFixture({ clock, files, portal, ledger });
      await fixture.started();
      await clock.advance(5 * minuteMs);
      expect(await fixture.latest("20240601_00.dat")).toMatchObject({ receipt: { kind: "twin" } });
      portal.script = ({ kind }) => (kind === "send" ? answer : undefined);
      fixture.write("20240601_now.dat", "the second hour");
      await clock.advance(5 * minuteMs);
      portal.script = () => undefined;
      await clock.advance(5 * minuteMs);
      expect(portal.received("20240601_now.dat")).toBe(md5("the second hour"));
      expect(portal.received("20240601_00.dat")).toBe(md5("the first hour"));
    },
  );

  it("is sent as well where the ledger could not write down that the new content was announced", async () => {
    const fixture = await rotated();
    fixture.portal.script = ({ kind }) => {
      if (kind === "send") fixture.ledger.failWith("The disk is full.");
      return undefined;
    };
    fixture.write("20240601_now.dat", "the second hour");
    await fixture.clock.advance(5 * minuteMs);
    expect(fixture.portal.received("20240601_now.dat")).toBe(md5("the second hour"));
    fixture.portal.script = () => undefined;
    fixture.ledger.failWith(null);
    await fixture.clock.advance(5 * minuteMs);
    expect(await fixture.latest("20240601_now.dat")).toMatchObject({ receipt: { kind: "known" } });
    expect(fixture.portal.received("20240601_00.dat")).toBe(md5("the first hour"));
  });

  it("stays as it is while nothing changes", async () => {
    const fixture = await rotated();
    const before = fixture.portal.requests();
    await fixture.clock.advance(60 * minuteMs);
    expect(fixture.portal.requests()).toEqual(before);
  });
});
