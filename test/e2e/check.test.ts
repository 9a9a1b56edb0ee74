import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkContent } from "#domain/content/check-content.ts";
import { sampleBytes } from "#domain/content/verdict.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { runCli } from "#test/support/hosts/cli-run.ts";
import { ordinaryUser } from "#test/support/hosts/ordinary-user.ts";

/** A folder that holds `instruments/<instrument id>/` and `products/` with real files. */
const realData = process.env.SKYFERRY_REAL_DATA;

const header = Buffer.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 2, 8, 8, 0]);

async function hdf5File(folder: string, name: string, size: number): Promise<string> {
  const bytes = Buffer.alloc(size, 1);
  header.copy(bytes);
  bytes.writeBigUInt64LE(0n, 12);
  bytes.writeBigUInt64LE(BigInt(size), 28);
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
}

test("check says which of several files is cut off, and ends with 1", async () => {
  const folder = await scratchOfTest("skyferry-check-");
  const whole = await hdf5File(folder, "a.nc", 200_000);
  const cut = await hdf5File(folder, "b.nc", 200_000);
  await truncate(cut, 100_000);

  expect(await runInProcess(["check", whole])).toMatchObject({ code: 0, stdout: `sound    ${whole}\n` });
  const both = await runInProcess(["check", "a.nc", "b.nc", "--json"], { cwd: folder });
  expect({ code: both.code, found: JSON.parse(both.stdout) }).toEqual({
    code: 1,
    found: [
      { path: "a.nc", verdict: "sound", reason: null },
      {
        path: "b.nc",
        verdict: "damaged",
        reason: "is cut off: its header says 200000 bytes, it has 100000",
      },
    ],
  });
});

test("check tells what the instrument does not write", async () => {
  const folder = await scratchOfTest("skyferry-check-");
  await writeFile(join(folder, "230501.BRT"), "%PDF-1.7");
  const { code, stdout } = await runInProcess(["check", "--instrument", "hatpro", "230501.BRT"], {
    cwd: folder,
  });
  expect(code).toBe(1);
  expect(stdout).toBe("foreign  230501.BRT: it is a PDF document, which this instrument does not write\n");
});

test("check takes a folder for every file in it", async () => {
  const folder = await scratchOfTest("skyferry-check-");
  await mkdir(join(folder, "day", "night"), { recursive: true });
  await writeFile(join(folder, "day", "night", "b.txt"), "");
  await hdf5File(join(folder, "day"), "a.nc", 100);
  const { code, stdout } = await runInProcess(["check", "day"], { cwd: folder });
  expect(code).toBe(1);
  const inDay = (name: string) => join("day", ...name.split("/"));
  expect(stdout).toBe(`sound    ${inDay("a.nc")}\ndamaged  ${inDay("night/b.txt")}: it is empty\n`);
});

test("check names what it cannot read, and ends with 2", async () => {
  const folder = await scratchOfTest("skyferry-check-");
  const { code, stderr } = await runInProcess(["check", "gone.nc"], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toBe('skyferry check: The file "gone.nc" does not exist (ENOENT).\n');
  expect(await runInProcess(["check"])).toMatchObject({
    code: 2,
    stderr: "skyferry check: PATH is missing; see --help.\n",
  });
});

test("check names each path that cannot be read, judges all others, and ends with 2", async () => {
  const folder = await scratchOfTest("skyferry-check-");
  await hdf5File(folder, "a.nc", 100);
  await writeFile(join(folder, "z.txt"), "");
  const words = ["gone.nc", "a.nc", "z.txt"];
  const text = await runInProcess(["check", ...words], { cwd: folder });
  expect(text).toMatchObject({
    code: 2,
    stdout: "sound    a.nc\ndamaged  z.txt: it is empty\n",
    stderr: 'skyferry check: The file "gone.nc" does not exist (ENOENT).\n',
  });
  const json = await runInProcess(["check", "--json", ...words], { cwd: folder });
  expect({ code: json.code, found: JSON.parse(json.stdout) }).toEqual({
    code: 2,
    found: [
      {
        path: "gone.nc",
        verdict: "unreadable",
        reason: 'The file "gone.nc" does not exist (ENOENT).',
      },
      { path: "a.nc", verdict: "sound", reason: null },
      { path: "z.txt", verdict: "damaged", reason: "is empty" },
    ],
  });
});

test("a subfolder that cannot be read leaves the rest of its folder to be checked", async ({ skip }) => {
  const user = await ordinaryUser();
  if (typeof user === "string") return skip(user);
  const folder = await scratchOfTest("skyferry-check-");
  await mkdir(join(folder, "b"));
  for (const name of ["a.nc", "c.nc"]) await hdf5File(folder, name, 100);
  await user.own(folder);
  await chmod(join(folder, "b"), 0);
  const { code, stdout, stderr } = await runCli(["check", folder], user.options);
  await chmod(join(folder, "b"), 0o700);
  expect({ code, stdout }).toEqual({
    code: 2,
    stdout: `sound    ${join(folder, "a.nc")}\nsound    ${join(folder, "c.nc")}\n`,
  });
  expect(stderr).toContain(`"${join(folder, "b")}" cannot be read: this user has no permission`);
});

test("a folder without files, pipes and devices are told as what they are", async () => {
  const folder = await scratchOfTest("skyferry-check-");
  await mkdir(join(folder, "empty"));
  expect(await runInProcess(["check", "empty"], { cwd: folder })).toMatchObject({
    code: 0,
    stdout: "",
    stderr: 'skyferry check: "empty" contains no files.\n',
  });
  if (process.platform === "win32") return;
  execFileSync("mkfifo", [join(folder, "pipe")]);
  expect(await runInProcess(["check", "pipe", "/dev/null"], { cwd: folder })).toMatchObject({
    code: 2,
    stdout: "",
    stderr:
      'skyferry check: "pipe" is a pipe, not a file.\nskyferry check: "/dev/null" is a device, not a file.\n',
  });
});

test("an instrument type whose files are not known is refused, with those that are", async () => {
  for (const id of ["nope", "constructor"]) {
    const { code, stdout, stderr } = await runInProcess(["check", "--instrument", id, "x.nc"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^skyferry check: --instrument "${id}": .* cl61d, .*hatpro`));
  }
});

test.skipIf(realData === undefined)(
  "no real file is called damaged or foreign, and of those with a header each cut is told (SKYFERRY_REAL_DATA)",
  async () => {
    const files = (await readdir(realData ?? "", { recursive: true, withFileTypes: true }))
      .filter((one) => one.isFile() && /(instruments|products)/.test(one.parentPath))
      .map((one) => ({ path: join(one.parentPath, one.name), id: one.parentPath.split("/").at(-1) ?? "" }));
    expect(files.length).toBeGreaterThan(20);
    for (const { path, id } of files) {
      const bytes = await readFile(path);
      const judge = (length: number) => {
        const head = bytes.subarray(0, Math.min(length, sampleBytes));
        const tail = bytes.subarray(Math.max(0, length - sampleBytes), length);
        return checkContent({ head, tail, size: length }, id === "products" ? null : id).kind;
      };
      const verdict = judge(bytes.length);
      expect({ path, verdict }).toEqual({ path, verdict: expect.stringMatching(/^(sound|unknown)$/) });
      if (!/\.(nc|znc|hpl|LV1|brt|hkd|irt|met)$/.test(path)) continue;
      const told = Array.from({ length: 20 }, (_, i) => judge(Math.floor((bytes.length * (i + 0.5)) / 20)));
      expect({ path, told: new Set(told) }).toEqual({ path, told: new Set(["damaged"]) });
    }
  },
);
