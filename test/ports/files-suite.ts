import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleOf } from "#domain/content/verdict.ts";
import type { WalkRequest } from "#engine/ports/host.ts";
import { opened, type TreeUnderTest, walkAll } from "./tree-under-test.ts";

const never = new AbortController().signal;
const mib = 1024 * 1024;
const isOnWindows = process.platform === "win32";
/** To the microsecond; what Node passes on to Windows is rounded. */
const mtimeUs = isOnWindows ? 1_717_200_000_123_000 : 1_717_200_000_123_457;

/** Windows has neither line breaks nor a dot at the end of a name, and one name for `A.nc` and `a.nc`. */
function isWindowsName(name: string): boolean {
  return !name.includes("\n") && !name.endsWith(".") && name !== "A.nc";
}

/** Tests of every form of the Files port. */
export function filesSuite(name: string, make: () => Promise<TreeUnderTest>): void {
  describe(`Files: ${name}`, () => {
    let tree: TreeUnderTest;
    beforeEach(async () => {
      tree = await make();
    });
    afterEach(async () => await tree.end());

    const open = async (relPath: string) => opened(await tree.files.open(tree.folder, relPath));
    const walk = async (request: Partial<WalkRequest> = {}) => await walkAll(tree, request);

    it("gives what matches, with the figures that stat and open give", async () => {
      await tree.write("2024/20240601_a.nc", "four", mtimeUs);
      await tree.write("2024/20240602_b.nc", "seventy");
      await tree.write("2024/notes.txt", "no");
      await tree.write("2023/20240601_a.nc", "wrong year");
      const { files } = await walk({ pattern: "%Y/%Y%m%d_*.nc" });
      expect(files.map((f) => f.relPath)).toEqual(["2024/20240601_a.nc", "2024/20240602_b.nc"]);
      expect(files[0]).toMatchObject({ size: 4, mtimeUs });
      for (const { relPath, ...figures } of files) {
        const file = await open(relPath);
        const stat = await tree.files.stat(tree.folder, relPath);
        expect(stat).toMatchObject({ kind: "file", ...figures });
        expect(Object.keys(figures).sort()).toEqual(["ctimeUs", "fileId", "mtimeUs", "size"]);
        expect(stat).toEqual(file.stat);
        await file.close();
      }
    });

    it("never enters what a system keeps for itself, at any depth", async () => {
      const own = ["2024/20240601_a.nc", "drive/recycle/20240601_a.nc"];
      const others = [
        "$RECYCLE.BIN/S-1",
        "@eaDir",
        "drive/System Volume Information",
        ".Trash-0/files",
        "#recycle",
      ];
      for (const path of [...own, ...others.map((folder) => `${folder}/20240601_x.nc`)])
        await tree.write(path, path);
      for (const pattern of ["**/%Y%m%d_*.nc", null]) {
        const { files, skipped } = await walk({ pattern });
        expect(files.map((f) => f.relPath).toSorted()).toEqual(own);
        expect(skipped).toEqual([]);
      }
    });

    it("tells the drive behind the folder, and trouble where there is no folder", async () => {
      const drive = await tree.files.drive(tree.folder);
      if ("error" in drive) throw new Error(drive.message);
      expect(tree.folder.startsWith(drive.root)).toBe(true);
      expect(drive.bytes).toBeGreaterThan(0);
      expect(drive.freeBytes).toBeGreaterThanOrEqual(0);
      expect(drive.freeBytes).toBeLessThanOrEqual(drive.bytes);
      // The free room may change meanwhile.
      expect(await tree.files.drive(tree.folder)).toEqual({ ...drive, freeBytes: expect.any(Number) });
      const missing = `${tree.folder}-missing`;
      expect(await tree.files.drive(missing)).toMatchObject({
        error: "vanished",
        message: expect.stringContaining(missing),
      });
    });

    it("gives everything without a pattern, and sentinels beside what matches", async () => {
      await tree.write("a/20240601.nc", "1");
      await tree.write("a/20240601.nc.done", "");
      await tree.write("other.txt", "3");
      expect((await walk()).files).toHaveLength(3);
      const marked = await walk({ pattern: "a/%Y%m%d.nc", alsoSuffixes: [".done"] });
      expect(marked.files.map((f) => f.relPath)).toEqual(["a/20240601.nc", "a/20240601.nc.done"]);
    });

    it("names what no pattern takes by its shape, of folders that are entered alone", async () => {
      for (const day of ["3_Mon", "4_Tue"]) await tree.write(`a/2026112${day}.nc`, "1");
      for (const name of ["20240601.nc", "1.log", "23.log", ".hid1", "x1.tmp"])
        await tree.write(`a/${name}`, "1");
      await tree.write("elsewhere/1.log", "1");
      const { files, unmatched } = await walk({ pattern: "a/%Y%m%d.nc" });
      expect(files.map((f) => f.relPath)).toEqual(["a/20240601.nc"]);
      // A slow walk tells a shape in several batches.
      const shapes = Map.groupBy(unmatched, ({ shape }) => shape);
      const counts = [...shapes].map(([shape, all]) => [
        shape,
        all.reduce((sum, { count }) => sum + count, 0),
      ]);
      expect(counts.toSorted()).toEqual([
        ["a/0.log", 2],
        ["a/0_*.nc", 2],
      ]);
      expect((await walk()).unmatched).toEqual([]);
    });

    it("passes hostile names through as they are", async () => {
      const names = [
        "a b%#.nc",
        "line\nbreak.nc",
        "\u00e4.nc",
        "a\u0308.nc",
        "A.nc",
        "a.nc",
        "😀.nc",
        "dot.",
        "n".repeat(255),
      ].filter((name) => !isOnWindows || isWindowsName(name));
      for (const [i, name] of names.entries()) await tree.write(`d/${name}`, String(i));
      const { files } = await walk();
      expect(files.map((f) => f.relPath).sort()).toEqual(names.map((n) => `d/${n}`).sort());
      for (const [i, name] of names.entries()) {
        const file = await open(`d/${name}`);
        expect(await file.readWhole(1)).toMatchObject({ checksum: md5(String(i)) });
        await file.close();
      }
    });

    it("finds a burst of files in batches of at most a thousand", async () => {
      for (let i = 0; i < 2100; i++) await tree.write(`d/${i}`, "");
      const { files, batchSizes } = await walk();
      expect(new Set(files.map((f) => f.relPath)).size).toBe(2100);
      expect(Math.max(...batchSizes)).toBeLessThanOrEqual(1000);
    });

    it("says trouble for a folder that is not there, and walks it when it is back", async () => {
      await tree.write("x", "1");
      await tree.lose();
      const { files, errors } = await walk();
      expect(files).toEqual([]);
      expect(errors).toMatchObject([{ error: "vanished" }]);
      expect(errors[0]?.message).toContain(tree.folder);
      await tree.write("y", "1");
      expect((await walk()).files).toHaveLength(1);
    });

    it("ends a walk that is not wanted any more", async () => {
      for (let i = 0; i < 1500; i++) await tree.write(`d/${i}`, "");
      expect((await walkAll(tree, {}, AbortSignal.abort())).files).toEqual([]);
      const stopping = new AbortController();
      let batches = 0;
      for await (const _ of tree.files.walk(everything(tree), stopping.signal)) {
        batches++;
        stopping.abort();
      }
      expect(batches).toBe(1);
      for await (const _ of tree.files.walk(everything(tree), never)) break;
      expect((await walk()).files).toHaveLength(1500);
    });

    it("tells folders and missing files from files", async () => {
      await tree.write("d/f", "1");
      expect(await tree.files.stat(tree.folder, "d")).toMatchObject({ kind: "folder" });
      expect(await tree.files.stat(tree.folder, "no")).toMatchObject({ error: "vanished" });
      expect(await tree.files.open(tree.folder, "no")).toMatchObject({ error: "vanished" });
      expect(await tree.files.open(tree.folder, "d")).toMatchObject({ error: "not-a-file" });
    });

    it.each([0, 1, 10_240, 256 * 1024, 256 * 1024 + 1, 3 * mib + 5])("reads %d bytes whole", async (size) => {
      const content = pattern(size + 7);
      await tree.write("f", content);
      const file = await open("f");
      const whole = await file.readWhole(size);
      const { head, tail, ...rest } = sampleOf(content);
      expect(await file.sample()).toMatchObject(rest);
      const sample = await file.sample();
      expect("head" in sample && [md5(sample.head), md5(sample.tail)]).toEqual([md5(head), md5(tail)]);
      expect(whole).toMatchObject({ checksum: md5(content.subarray(0, size)) });
      expect("bytes" in whole && Buffer.compare(whole.bytes, content.subarray(0, size))).toBe(0);
      expect(await file.checksum(size, never)).toBe(md5(content.subarray(0, size)));
      expect(await file.readWhole(size + 8)).toMatchObject({ error: "unreadable" });
      expect(await file.checksum(size + 8, never)).toMatchObject({ error: "unreadable" });
      await file.close();
    });

    it("keeps what it read of a file until that is closed, whatever others are read", async () => {
      const names = ["a", "b", "c", "d"];
      for (const name of names) await tree.write(name, name.repeat(10_240));
      const isWhole = ({ bytes, name }: { bytes: Uint8Array; name: string }): boolean =>
        Buffer.compare(bytes, Buffer.from(name.repeat(10_240))) === 0;
      const read = async (name: string) => {
        const file = await open(name);
        const whole = await file.readWhole(10_240);
        if ("error" in whole) throw new Error(whole.message);
        return { file, name, bytes: whole.bytes };
      };
      const [a, b] = [await read("a"), await read("b")];
      await a.file.close();
      const [c, d] = await Promise.all([read("c"), read("d")]);
      expect([b, c, d].map(isWhole)).toEqual([true, true, true]);
      await Promise.all([b, c, d].map(({ file }) => file.close()));
    });

    it("hashes several files at once, and stops one", async () => {
      const content = pattern(4 * mib);
      await tree.write("f", content);
      const [file, other] = [await open("f"), await open("f")];
      const stopping = new AbortController();
      const stopped = file.checksum(content.length, stopping.signal);
      const kept = other.checksum(content.length, never);
      stopping.abort();
      expect(await stopped).toMatchObject({ error: "unreadable" });
      expect(await kept).toBe(md5(content));
      await Promise.all([file.close(), other.close()]);
      expect(await file.checksum(1, never)).toMatchObject({ error: "unreadable" });
    });

    it("finishes what is being read before it closes", async () => {
      const content = pattern(6 * mib);
      await tree.write("f", content);
      await tree.write("g", pattern(7 * mib).reverse());
      const file = await open("f");
      const hashing = file.checksum(content.length, never);
      const reading = file.readWhole(content.length);
      const closing = file.close();
      const other = await open("g");
      expect(await hashing).toBe(md5(content));
      expect(await reading).toMatchObject({ checksum: md5(content) });
      await Promise.all([closing, other.close()]);
    });

    it("gives the same checksum at leisure, unless it is stopped or the file is shorter", async () => {
      const content = pattern(2 * mib + 9);
      await tree.write("f", content);
      const file = await open("f");
      expect(await file.quietChecksum(content.length, never)).toBe(md5(content));
      expect(await file.quietChecksum(mib, never)).toBe(md5(content.subarray(0, mib)));
      expect(await file.quietChecksum(content.length + 1, never)).toMatchObject({ error: "unreadable" });
      const stop = new AbortController();
      const reading = file.quietChecksum(content.length, stop.signal);
      stop.abort();
      expect(await reading).toMatchObject({ error: "unreadable" });
      await file.close();
    });

    it("gives pieces of at most 1 MiB and stops at the size, though the file grew", async () => {
      const content = pattern(2 * mib + 9);
      await tree.write("f", content);
      const file = await open("f");
      for (const size of [content.length, mib, mib + 1, 0]) {
        const pieces: Uint8Array[] = [];
        for await (const piece of file.chunks(size)) {
          // Long enough for the piece after it to be read ahead: that must leave this one alone.
          await new Promise((read) => setTimeout(read, 5));
          pieces.push(Uint8Array.from(piece));
        }
        expect(Math.max(0, ...pieces.map((p) => p.length))).toBeLessThanOrEqual(mib);
        expect(Buffer.compare(Buffer.concat(pieces), content.subarray(0, size))).toBe(0);
        expect(file.readError).toBeNull();
      }
      for await (const _ of file.chunks(content.length)) break;
      for await (const _ of file.chunks(content.length + 1)) void _;
      expect(file.readError).toMatchObject({ error: "unreadable" });
      await file.close();
    });

    it("reads the file that was opened, and sees that another is there", async () => {
      await tree.write("f", "first", 1_700_000_000_000_000);
      const file = await open("f");
      await tree.replace("f", "other", 1_700_000_000_000_000);
      expect(await file.readWhole(5)).toMatchObject({ checksum: md5("first") });
      const { byPath, byDescriptor } = await file.statAgain();
      expect(byDescriptor.fileId).toBe(file.stat.fileId);
      expect(byPath?.fileId).not.toBe(file.stat.fileId);
      await tree.remove("f");
      expect((await file.statAgain()).byPath).toBeNull();
      await file.close();
    });

    it("shows what was rewritten or replaced though size and mtime are the same, in a walk too", async () => {
      const seen = async () => (await walk()).files.map(({ ctimeUs, fileId }) => ({ ctimeUs, fileId }))[0];
      await tree.write("f", "first", 1_700_000_000_000_000);
      const first = await seen();
      await tree.write("f", "other", 1_700_000_000_000_000);
      const rewritten = await seen();
      expect(rewritten?.fileId).toBe(first?.fileId);
      expect(rewritten?.ctimeUs).not.toBe(first?.ctimeUs);
      await tree.replace("f", "third", 1_700_000_000_000_000);
      expect((await seen())?.fileId).not.toBe(first?.fileId);
      expect((await walk()).files[0]).toMatchObject({ size: 5, mtimeUs: 1_700_000_000_000_000 });
    });

    it("shows a rewrite in place whose size and mtime are the same", async () => {
      await tree.write("f", "first", 1_700_000_000_000_000);
      const file = await open("f");
      await tree.write("f", "other", 1_700_000_000_000_000);
      const { byDescriptor } = await file.statAgain();
      expect(byDescriptor).toMatchObject({ size: 5, mtimeUs: file.stat.mtimeUs });
      expect(byDescriptor.ctimeUs).not.toBe(file.stat.ctimeUs);
      await file.close();
    });
  });
}

function everything(tree: TreeUnderTest): WalkRequest {
  return { folder: tree.folder, pattern: null, alsoSuffixes: [] };
}

function md5(content: Uint8Array | string): string {
  return createHash("md5").update(content).digest("hex");
}

function pattern(size: number): Uint8Array {
  // Not by `from`, which takes seconds for the megabytes of these tests.
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = (i * 31 + (i >> 8)) % 251;
  return bytes;
}
