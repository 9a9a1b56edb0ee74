import { beforeEach, describe, expect, it } from "vitest";
import { createHangGuard, type HangGuard } from "#adapters/files/hang-guard.ts";
import type { OpenFile } from "#engine/ports/host.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { HangingFiles } from "#test/support/fakes/hanging-files.ts";

const folder = "/data/radar";
const other = "/data/lidar";
const never = () => new Promise<never>(() => {});

let clock: FakeClock;
let drives: HangingFiles;
let files: HangGuard;

beforeEach(() => {
  clock = new FakeClock();
  drives = new HangingFiles();
  files = createHangGuard(drives, clock);
  for (const one of [folder, other]) drives.put(one, "20240601.dat", "content");
});

async function opened(): Promise<OpenFile> {
  const file = await files.open(folder, "20240601.dat");
  if ("error" in file) throw new Error(file.error);
  return file;
}

/** Gives the results of a call so far. */
function watched<T>(answer: Promise<T>): readonly T[] {
  const all: T[] = [];
  void answer.then((one) => all.push(one));
  return all;
}

/** A call on the folder hangs, and was given up. */
async function hangs(): Promise<void> {
  drives.hang(folder, ["stat"]);
  const found = watched(files.stat(folder, "20240601.dat"));
  await clock.advance(36_000);
  expect(found).toMatchObject([{ error: "no-answer" }]);
}

describe("a folder that hangs", () => {
  it("is not walked, another one is, and it is walked again when it answers", async () => {
    const begun: string[] = [];
    const walk = drives.walk.bind(drives);
    drives.walk = (request, signal) => {
      begun.push(request.folder);
      return walk(request, signal);
    };
    const { signal } = new AbortController();
    const walkOf = async (where: string) => {
      const all: unknown[] = [];
      for await (const one of files.walk({ folder: where, pattern: null, alsoSuffixes: [] }, signal))
        all.push(one);
      return all;
    };
    await hangs();
    expect(await walkOf(folder)).toMatchObject([{ error: "no-answer" }]);
    expect(begun).toEqual([]);
    await walkOf(other);
    drives.answer(folder);
    await clock.advance(0);
    await walkOf(folder);
    expect(begun).toEqual([other, folder]);
  });

  it("keeps nobody waiting who closes a file, and the file is closed all the same", async () => {
    const file = await opened();
    await hangs();
    const closed = watched(file.close());
    await clock.advance(0);
    expect(closed).toHaveLength(1);
    expect(drives.openNow).toBe(0);
  });
});

describe("a file", () => {
  it.each(["readWhole", "checksum"] as const)("is read (%s) for as long as pieces come", async (call) => {
    let tell = (): void => {};
    const open = drives.open.bind(drives);
    drives.open = async (where, relPath) => {
      const inner = await open(where, relPath);
      if ("error" in inner) return inner;
      const read = (onPiece = tell) => {
        tell = onPiece;
        return never();
      };
      inner.readWhole = (_size, onPiece) => read(onPiece);
      inner.checksum = (_size, _signal, onPiece) => read(onPiece);
      return inner;
    };
    const file = await opened();
    const { signal } = new AbortController();
    const answer = watched<unknown>(call === "checksum" ? file.checksum(7, signal) : file.readWhole(7));
    for (let n = 0; n < 10; n++) {
      await clock.advance(20_000);
      tell();
    }
    expect(answer).toEqual([]);
    await clock.advance(40_000);
    expect(answer).toMatchObject([{ error: "no-answer" }]);
  });

  it("whose closing hangs keeps nobody waiting for longer than half a minute", async () => {
    const file = await opened();
    drives.hang(folder, ["close"]);
    const closed = watched(file.close());
    await clock.advance(36_000);
    expect(closed).toHaveLength(1);
    drives.answer(folder);
    await clock.advance(0);
    expect(drives.openNow).toBe(0);
  });
});

it("the end of all waits a second for a thread that hangs", async () => {
  drives.close = never;
  const closed = watched(files.close());
  await clock.advance(1_000);
  expect(closed).toHaveLength(1);
});
