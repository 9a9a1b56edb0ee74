import { beforeEach, describe, expect, it } from "vitest";
import { folder, instrument, md5 } from "#test/support/builders/engine-fixture.ts";
import { AttemptFixture } from "./attempt-fixture.ts";

let fixture: AttemptFixture;
const path = "20240601_a.dat";
const old = "old content";
const other = "new content";

beforeEach(() => {
  fixture = new AttemptFixture();
  fixture.write(path, old);
});

describe("two files of one record", () => {
  it("are told apart by their content: the same bytes are one record", async () => {
    fixture.write(`sub/${path}`, old);
    await fixture.attempted(path);
    expect(await fixture.attempted(`sub/${path}`)).toMatchObject({
      kind: "delivered",
      receipt: { kind: "known" },
    });
  });

  it("do not replace each other: the second is blocked while the first is there", async () => {
    fixture.write(`sub/${path}`, other);
    await fixture.attempted(path);
    expect(await fixture.attempted(`sub/${path}`)).toMatchObject({
      kind: "blocked",
      failure: { cause: "record-clash" },
    });
    expect(fixture.portal.received(path)).toBe(md5(old));
  });

  it("do not replace each other while it cannot be seen whether the first is still there", async () => {
    fixture.write(`sub/${path}`, other);
    await fixture.attempted(path);
    const upload = await fixture.claimed(`sub/${path}`);
    const end = await fixture.parts.locks.take(`checksum ${md5(other)}`, new AbortController().signal);
    const attempted = fixture.attempt(upload);
    await fixture.clock.advance(0);
    fixture.files.removeFolder(folder);
    fixture.files.makeFolder(folder);
    end?.();
    expect(await attempted).toMatchObject({ kind: "retry", failure: { cause: "file-vanished" } });
    expect(await fixture.latest(`sub/${path}`)).toMatchObject({ state: "waiting" });
    expect(fixture.portal.received(path)).toBe(md5(old));
  });

  it("may follow each other when the first is gone", async () => {
    fixture.write(`sub/${path}`, other);
    await fixture.attempted(path);
    fixture.files.remove(folder, path);
    expect(await fixture.attempted(`sub/${path}`)).toMatchObject({ kind: "delivered" });
  });

  it("do not replace each other when they lie in the folders of two instruments", async () => {
    fixture.instruments = [instrument(), instrument({ name: "Cross", folder: "/data/cross" })];
    fixture.write(path, other, "/data/cross");
    await fixture.attempted(path);
    expect(await fixture.attempted(path, { instrument: "Cross" })).toMatchObject({
      kind: "blocked",
      failure: { cause: "record-clash", message: expect.stringContaining(`${folder}/${path}`) as string },
    });
    expect(fixture.portal.received(path)).toBe(md5(old));
  });

  it("are no clash when one file changed, or its instrument got another name", async () => {
    await fixture.attempted(path);
    fixture.write(path, "a second content");
    expect(await fixture.attempted(path)).toMatchObject({ kind: "delivered", receipt: { kind: "replaced" } });
    fixture.instruments = [instrument({ name: "Renamed" })];
    fixture.write(path, "a third content");
    expect(await fixture.attempted(path, { instrument: "Renamed" })).toMatchObject({ kind: "delivered" });
  });
});
