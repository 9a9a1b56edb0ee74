import { describe, expect, it } from "vitest";
import { EngineWorld, folder, md5 } from "#test/support/builders/engine-world.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";

const minuteMs = 60_000;

/** The instrument puts the old file aside under another name and begins the old name again. */
async function rotated(): Promise<EngineWorld> {
  const world = new EngineWorld();
  world.write("20240601_now.dat", "the first hour");
  await world.started();
  await world.clock.advance(5 * minuteMs);
  expect(world.portal.received("20240601_now.dat")).toBe(md5("the first hour"));
  world.files.rename(folder, "20240601_now.dat", "20240601_00.dat");
  await world.clock.advance(5 * minuteMs);
  expect(await world.latest("20240601_00.dat")).toMatchObject({
    state: "delivered",
    receipt: { kind: "twin" },
  });
  return world;
}

describe("a file whose bytes the portal has under another name", () => {
  it("is sent under its own name once that name gets another content", async () => {
    const world = await rotated();
    world.write("20240601_now.dat", "the second hour");
    await world.clock.advance(5 * minuteMs);
    expect(world.portal.received("20240601_now.dat")).toBe(md5("the second hour"));
    expect(world.portal.received("20240601_00.dat")).toBe(md5("the first hour"));
    const sent = await world.latest("20240601_00.dat");
    expect(sent).toMatchObject({ state: "delivered", receipt: { kind: "stored" } });
    expect(await world.states("20240601_00.dat")).toEqual(["delivered", "superseded"]);
  });

  it("is sent as well where the answer to the new content is lost", async () => {
    const world = await rotated();
    world.portal.script = ({ kind }) => (kind === "send" ? "lose-answer" : undefined);
    world.write("20240601_now.dat", "the second hour");
    await world.clock.advance(5 * minuteMs);
    world.portal.script = () => undefined;
    await world.clock.advance(30 * minuteMs);
    expect(world.portal.received("20240601_00.dat")).toBe(md5("the first hour"));
  });

  it.each([undefined, "lose-answer"] as const)(
    "is sent as well where the ledger was lost meanwhile and knows nothing of the former content (%s)",
    async (answer) => {
      const { clock, files, portal } = new EngineWorld();
      const before = new EngineWorld({ clock, files, portal });
      before.write("20240601_now.dat", "the first hour");
      const engine = await before.started();
      await clock.advance(5 * minuteMs);
      await engine.stop();
      files.rename(folder, "20240601_now.dat", "20240601_00.dat");
      const ledger = memoryLedger({ kind: "rebuilt", movedTo: "ledger.damaged", message: "It was damaged." });
      const world = new EngineWorld({ clock, files, portal, ledger });
      await world.started();
      await clock.advance(5 * minuteMs);
      expect(await world.latest("20240601_00.dat")).toMatchObject({ receipt: { kind: "twin" } });
      portal.script = ({ kind }) => (kind === "send" ? answer : undefined);
      world.write("20240601_now.dat", "the second hour");
      await clock.advance(5 * minuteMs);
      portal.script = () => undefined;
      await clock.advance(5 * minuteMs);
      expect(portal.received("20240601_now.dat")).toBe(md5("the second hour"));
      expect(portal.received("20240601_00.dat")).toBe(md5("the first hour"));
    },
  );

  it("is sent as well where the ledger could not write down that the new content was announced", async () => {
    const world = await rotated();
    world.portal.script = ({ kind }) => {
      if (kind === "send") world.ledger.failWith("The disk is full.");
      return undefined;
    };
    world.write("20240601_now.dat", "the second hour");
    await world.clock.advance(5 * minuteMs);
    expect(world.portal.received("20240601_now.dat")).toBe(md5("the second hour"));
    world.portal.script = () => undefined;
    world.ledger.failWith(null);
    await world.clock.advance(5 * minuteMs);
    expect(await world.latest("20240601_now.dat")).toMatchObject({ receipt: { kind: "known" } });
    expect(world.portal.received("20240601_00.dat")).toBe(md5("the first hour"));
  });

  it("stays as it is while nothing changes", async () => {
    const world = await rotated();
    const before = world.portal.requests();
    await world.clock.advance(60 * minuteMs);
    expect(world.portal.requests()).toEqual(before);
  });
});
