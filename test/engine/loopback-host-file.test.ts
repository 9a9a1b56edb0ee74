import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepHostFile, readHostFile, removeHostFile, writeHostFile } from "#api/loopback/host-file.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const record = {
  pid: 42,
  address: "http://127.0.0.1:8080",
  token: "t".repeat(43),
  startedAt: "2026-11-21T10:00:00.000Z",
  version: "0.1.0",
};

let folder: string;
const file = () => path.join(folder, "host.json");
beforeEach(async () => {
  folder = await makeScratch("skyferry-host-");
});
afterEach(() => rm(folder, { recursive: true }));

describe("host.json", () => {
  it("says what was written, to this user alone, and leaves no draft", async () => {
    expect(await writeHostFile(folder, record)).toBeNull();
    expect(await readHostFile(folder)).toEqual({ kind: "read", record });
    expect(await readdir(folder)).toEqual(["host.json"]);
  });

  it.skipIf(process.platform === "win32")(
    "gets mode 0600, also over an older file that had another",
    async () => {
      await writeFile(file(), "{}", { mode: 0o644 });
      await writeHostFile(folder, record);
      expect((await stat(file())).mode & 0o777).toBe(0o600);
    },
  );

  it("is replaced as a whole while others read it", async () => {
    await writeHostFile(folder, record);
    const writing = (async () => {
      for (let n = 0; n < 100; n++) await writeHostFile(folder, { ...record, version: "v".repeat(n * 100) });
      return "written";
    })();
    const kinds = new Set<string>();
    for (let isWriting = true; isWriting; ) {
      kinds.add((await readHostFile(folder)).kind);
      isWriting = (await Promise.race([writing, Promise.resolve("writing")])) !== "written";
    }
    expect([...kinds]).toEqual(["read"]);
  });

  it("counts as none when it is missing, torn or not from a host", async () => {
    expect(await readHostFile(folder)).toEqual({ kind: "none" });
    expect(await readHostFile(path.join(folder, "nothing"))).toEqual({ kind: "none" });
    const elsewhere = [
      "http://192.168.0.7:8080",
      "http://127.0.0.1:8080@evil.example",
      "https://evil.example/",
    ];
    const wrong = [
      ...elsewhere.map((address) => ({ ...record, address })),
      { ...record, pid: -1 },
      {},
      null,
      [],
    ];
    for (const text of ["", '{"pid":', ...wrong.map((one) => JSON.stringify(one))]) {
      await writeFile(file(), text);
      expect([text, await readHostFile(folder)]).toEqual([text, { kind: "none" }]);
    }
  });

  it("says which file cannot be read or written", async () => {
    await mkdir(file());
    expect(await readHostFile(folder)).toEqual({ kind: "error", message: expect.stringContaining(file()) });
    expect(await writeHostFile(folder, record)).toContain(file());
    expect(await readdir(folder)).toEqual(["host.json"]);
  });

  it("is written later where it cannot be written at first", async () => {
    await mkdir(file());
    const clock = new FakeClock();
    const warned: string[] = [];
    const end = await keepHostFile(folder, record, {
      clock,
      log: { warn: (said) => void warned.push(said) },
    });
    expect(warned).toEqual([expect.stringContaining("other programs will not find this host")]);
    await rm(file(), { recursive: true });
    await clock.whenAsleep();
    await clock.advance(10_000);
    await expect.poll(() => readHostFile(folder)).toEqual({ kind: "read", record });
    await end();
    expect(await readdir(folder)).toEqual([]);
    expect(clock.asleep).toBe(0);
  });

  it("is removed by the host that wrote it, and by no other", async () => {
    await writeHostFile(folder, record);
    await removeHostFile(folder, "another token");
    expect(JSON.parse(await readFile(file(), "utf8"))).toEqual(record);
    await removeHostFile(folder, record.token);
    expect(await readdir(folder)).toEqual([]);
    await removeHostFile(folder, record.token);
  });
});
