import { beforeEach, describe, expect, it } from "vitest";
import { folder, instrument, md5 } from "#test/support/builders/engine-world.ts";
import { AttemptWorld } from "./attempt-world.ts";

let world: AttemptWorld;
const path = "20240601_a.dat";
const old = "old content";
const other = "new content";

beforeEach(() => {
  world = new AttemptWorld();
  world.write(path, old);
});

describe("two files of one record", () => {
  it("are told apart by their content: the same bytes are one record", async () => {
    world.write(`sub/${path}`, old);
    await world.attempted(path);
    expect(await world.attempted(`sub/${path}`)).toMatchObject({
      kind: "delivered",
      receipt: { kind: "known" },
    });
  });

  it("do not replace each other: the second is blocked while the first is there", async () => {
    world.write(`sub/${path}`, other);
    await world.attempted(path);
    expect(await world.attempted(`sub/${path}`)).toMatchObject({
      kind: "blocked",
      failure: { cause: "record-clash" },
    });
    expect(world.portal.received(path)).toBe(md5(old));
  });

  it("do not replace each other while it cannot be seen whether the first is still there", async () => {
    world.write(`sub/${path}`, other);
    await world.attempted(path);
    const upload = await world.claimed(`sub/${path}`);
    const end = await world.parts.locks.take(`checksum ${md5(other)}`, new AbortController().signal);
    const attempted = world.attempt(upload);
    await world.clock.advance(0);
    world.files.removeFolder(folder);
    world.files.makeFolder(folder);
    end?.();
    expect(await attempted).toMatchObject({ kind: "retry", failure: { cause: "file-vanished" } });
    expect(await world.latest(`sub/${path}`)).toMatchObject({ state: "waiting" });
    expect(world.portal.received(path)).toBe(md5(old));
  });

  it("may follow each other when the first is gone", async () => {
    world.write(`sub/${path}`, other);
    await world.attempted(path);
    world.files.remove(folder, path);
    expect(await world.attempted(`sub/${path}`)).toMatchObject({ kind: "delivered" });
  });

  it("do not replace each other when they lie in the folders of two instruments", async () => {
    world.instruments = [instrument(), instrument({ name: "Cross", folder: "/data/cross" })];
    world.write(path, other, "/data/cross");
    await world.attempted(path);
    expect(await world.attempted(path, { instrument: "Cross" })).toMatchObject({
      kind: "blocked",
      failure: { cause: "record-clash", message: expect.stringContaining(`${folder}/${path}`) as string },
    });
    expect(world.portal.received(path)).toBe(md5(old));
  });

  it("are no clash when one file changed, or its instrument got another name", async () => {
    await world.attempted(path);
    world.write(path, "a second content");
    expect(await world.attempted(path)).toMatchObject({ kind: "delivered", receipt: { kind: "replaced" } });
    world.instruments = [instrument({ name: "Renamed" })];
    world.write(path, "a third content");
    expect(await world.attempted(path, { instrument: "Renamed" })).toMatchObject({ kind: "delivered" });
  });
});
