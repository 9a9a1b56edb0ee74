import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAddedStore } from "#adapters/added/added-store.ts";
import { addedPath } from "#domain/added-files.ts";
import type { AddedFiles } from "#engine/ports/received-copies.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";

const place = addedPath("Radar", "2024-05-01", "a.dat");
const log = { warn() {} };
const clock = new FakeClock();

const onWindows = process.platform === "win32";

/** As on this PC, and as where two names may not differ in case alone. */
async function opened(platform: NodeJS.Platform = onWindows ? "win32" : "linux") {
  const dataFolder = await makeScratch("skyferry-added-");
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  return { dataFolder, store: createAddedStore({ dataFolder, clock, log, platform }) };
}

async function give(store: AddedFiles, ...pieces: readonly string[]): Promise<string> {
  const id = await store.begin(pieces.join("").length);
  if (typeof id !== "string") throw new Error(id.message);
  let offset = 0;
  for (const piece of pieces) {
    const received = await store.append(id, offset, Buffer.from(piece));
    offset += piece.length;
    expect(received).toBe(offset);
  }
  return id;
}

const received = (dataFolder: string) => readdir(join(dataFolder, "added/.received"));

/** Gives a file and has it looked at; what passed through memory, which the caller does not hold. */
async function bytesOf(store: AddedFiles, content: string): Promise<readonly WeakRef<Uint8Array>[]> {
  const id = await store.begin(content.length);
  if (typeof id !== "string") throw new Error(id.message);
  const piece = new TextEncoder().encode(content);
  await store.append(id, 0, piece);
  const file = await store.received(id);
  if ("error" in file) throw new Error(file.message);
  return [piece, file.sample.head, file.sample.tail].map((bytes) => new WeakRef(bytes));
}

/** Gives back what nobody holds any more. */
async function collectGarbage(): Promise<void> {
  // The object behind a WeakRef that was asked for lives until the turn ends.
  await setImmediate();
  v8.setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  v8.setFlagsFromString("--no-expose-gc");
}

describe("files that are added", () => {
  it("are put together piece by piece, and kept whole in their place", async () => {
    const { dataFolder, store } = await opened();
    const id = await give(store, "first, ", "second");
    const checksum = createHash("md5").update("first, second").digest("hex");
    expect(await store.received(id)).toMatchObject({ size: 13, checksum });
    expect(await store.keep(id, place, Date.UTC(2024, 4, 1))).toBeNull();
    expect(await readFile(join(dataFolder, place), "utf8")).toBe("first, second");
    if (!onWindows) expect((await stat(join(dataFolder, place))).mode & 0o777).toBe(0o600);
    expect(await store.list("Radar")).toMatchObject([
      { relPath: place, size: 13, mtimeUs: Date.UTC(2024, 4, 1) * 1000 },
    ]);
    expect(await store.list("Other")).toEqual([]);
    expect(await received(dataFolder)).toEqual([]);
    await store.remove(place);
    await store.remove(place);
    expect(await store.list("Radar")).toEqual([]);
  });

  it("are kept on the disk alone: not a byte of them stays in memory", async () => {
    const { store } = await opened();
    const held: WeakRef<Uint8Array>[] = [];
    for (const content of ["first", "second"]) held.push(...(await bytesOf(store, content)));
    await collectGarbage();
    expect(held.filter((one) => one.deref() !== undefined)).toHaveLength(0);
  });

  it("are found beside what others leave in their folders", async () => {
    const { dataFolder, store } = await opened();
    await store.keep(await give(store, "found"), place, 1);
    const folder = dirname(dirname(join(dataFolder, place)));
    await writeFile(join(folder, ".DS_Store"), "of another program");
    await mkdir(join(dirname(join(dataFolder, place)), "a folder"));
    expect(await store.list("Radar")).toMatchObject([{ relPath: place }]);
  });

  it("take no piece out of order, beyond the end or of a file that is not there", async () => {
    const { store } = await opened();
    const id = await store.begin(4);
    if (typeof id !== "string") throw new Error(id.message);
    expect(await store.append(id, 1, Buffer.from("x"))).toMatchObject({ error: "wrong-place" });
    expect(await store.append(id, 0, Buffer.from("12345"))).toMatchObject({ error: "wrong-place" });
    expect(await store.append("other", 0, Buffer.from("x"))).toMatchObject({ error: "unknown" });
    expect(await store.append(id, 0, Buffer.from("12"))).toBe(2);
    // Half of it is never kept.
    expect(await store.received(id)).toMatchObject({ error: "wrong-place" });
    expect(await store.keep(id, place, 1)).toMatchObject({ error: "unknown" });
    expect(await store.list("Radar")).toEqual([]);
  });

  it("are forgotten when they are given up, with the end, a day later, and with the next start", async () => {
    const { dataFolder, store } = await opened();
    await store.discard(await give(store, "given up"));
    expect(await received(dataFolder)).toEqual([]);
    await give(store, "left alone");
    await clock.advance(25 * 3_600_000);
    await give(store, "another");
    expect(await received(dataFolder)).toHaveLength(1);
    await store.close();
    expect(await received(dataFolder)).toEqual([]);
    await writeFile(join(dataFolder, "added/.received/left-by-a-crash"), "half");
    await createAddedStore({ dataFolder, clock, log }).start();
    await expect(received(dataFolder)).rejects.toThrow("ENOENT");
  });

  it("do not take the place of one whose name differs in case, where the system cannot tell them apart", async () => {
    const { store, dataFolder } = await opened(onWindows ? "win32" : "darwin");
    expect(await store.keep(await give(store, "one"), place, 1)).toBeNull();
    const error = await store.keep(await give(store, "two"), place.replace("a.dat", "A.dat"), 1);
    expect(error).toMatchObject({ error: "unwritable" });
    expect(await readFile(join(dataFolder, place), "utf8")).toBe("one");
    // The same name is the same file.
    expect(await store.keep(await give(store, "three"), place, 1)).toBeNull();
    expect(await readFile(join(dataFolder, place), "utf8")).toBe("three");
  });

  it("leave nothing behind on a disk that is full while they come", async ({ skip }) => {
    const disk = await makeSmallDisk(256);
    if (typeof disk === "string") return skip(disk);
    onTestFinished(() => disk.remove());
    const store = createAddedStore({ dataFolder: disk.folder, clock, log });
    const id = await store.begin(1_000_000);
    if (typeof id !== "string") throw new Error(id.message);
    expect(await store.append(id, 0, Buffer.alloc(500_000))).toMatchObject({
      error: "disk-full",
      message: expect.stringContaining("is full. Free up space"),
    });
    expect(await received(disk.folder)).toEqual([]);
    expect(await store.append(id, 0, Buffer.alloc(1))).toMatchObject({ error: "unknown" });
  });

  it("are told in a sentence where they cannot be kept", async () => {
    const { store, dataFolder } = await opened();
    await mkdir(join(dataFolder, place), { recursive: true });
    await writeFile(join(dataFolder, place, "in-the-way"), "");
    const id = await give(store, "x");
    expect(await store.keep(id, place, 1)).toMatchObject({
      error: "unwritable",
      message: expect.stringContaining(dataFolder),
    });
    // It is still here, to be kept elsewhere.
    expect(await store.received(id)).toMatchObject({ size: 1 });
  });
});

describe("files that are begun and never end", () => {
  it("are at most 32 at once: the one that waited longest makes room", async () => {
    const { store, dataFolder } = await opened();
    const whole = await give(store, "whole");
    const ids: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      await clock.advance(1_000);
      const id = await store.begin(2);
      if (typeof id === "string") ids.push(id);
    }
    expect(ids).toHaveLength(40);
    const taken = await Promise.all(ids.map((id) => store.append(id, 0, Buffer.from("a"))));
    expect(taken.slice(0, 8).every((one) => typeof one !== "number" && one.error === "unknown")).toBe(true);
    expect(taken.slice(8)).toEqual(taken.slice(8).map(() => 1));
    expect(await received(dataFolder)).toHaveLength(33);
    expect(await store.received(whole)).toMatchObject({ size: 5 });
    for (const id of ids) await store.discard(id);
  });
});
