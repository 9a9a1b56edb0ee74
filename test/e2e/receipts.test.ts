import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { ReceiptLine } from "#contract/receipts.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
const [first, second] = [liveName("2021-02-03"), liveName("2021-02-05")];
const odd = `odd 100%25\nfolder\\here/${liveName("2021-02-04")}`;

beforeAll(async () => {
  await place.write(first, "one");
  await place.write(odd, "two");
  expect((await place.submit()).report).toMatchObject({ delivered: 2, twins: 0 });
  // Sent together with the first, either of them might be the twin.
  await place.write(`copy/${second}`, "one");
  expect((await place.submit()).report).toMatchObject({ delivered: 0, twins: 1 });
});

function md5(content: string | Uint8Array): string {
  return createHash("md5").update(content).digest("hex");
}

async function lines(words: readonly string[] = []): Promise<readonly ReceiptLine[]> {
  const { code, stdout, stderr } = await place.run("receipts", words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("receipts name MD5, how, record, time and portal of each delivered file", async () => {
  const found = new Map((await lines()).map((one) => [one.path, one]));
  expect(found.size).toBe(3);
  expect(found.get(first)).toEqual({
    uploadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    instrument: "Ceilometer",
    path: first,
    file: join(place.folder, first),
    measurementDate: "2021-02-03",
    size: 3,
    checksum: md5("one"),
    kind: "stored",
    recordFilename: null,
    recordUuid: null,
    confirmedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    portal: portal.url,
  });
  const twin = found.get(`copy/${second}`);
  expect(twin).toMatchObject({ kind: "twin", recordFilename: first });
  expect(twin?.recordUuid).toMatch(/^[0-9a-f-]{36}$/);
});

test("receipts of some days are those of these days", async () => {
  const paths = async (words: readonly string[]) => (await lines(words)).map(({ path }) => path);
  expect(await paths(["--from", "2021-02-04"])).toEqual(expect.arrayContaining([odd, `copy/${second}`]));
  expect(await paths(["--from", "2021-02-04", "--to", "2021-02-04"])).toEqual([odd]);
  expect(await paths(["--to", "2021-02-03"])).toEqual([first]);
});

test("md5sum -c finds every file of the md5 form as it was delivered, and the one that is another by now", async () => {
  const { code, stdout } = await place.run("receipts", ["--format", "md5"]);
  expect(code).toBe(0);
  const check = (text: string) =>
    execFileSync("md5sum", ["-c", "--strict", "-"], { input: text, stdio: "pipe" }).toString();
  expect(check(stdout).match(/: OK$/gm)).toHaveLength(3);
  await writeFile(join(place.folder, first), "another");
  expect(() => check(stdout)).toThrow(/WARNING: 1 computed checksum did NOT match/);
  await writeFile(join(place.folder, first), "one");
});

test("a bag holds what BagIt asks for, and what it says where to fetch is what it promises", async () => {
  const bag = join(place.root, "bag");
  expect(await place.run("receipts", ["--format", "bagit", "--output", bag])).toMatchObject({ code: 0 });
  const read = (name: string) => readFile(join(bag, name), "utf8");
  expect(await read("bagit.txt")).toBe("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
  expect(await read("bag-info.txt")).toMatch(/^Payload-Oxum: 9\.3$/m);
  const manifest = await read("manifest-md5.txt");
  for (const line of (await read("fetch.txt")).trim().split("\n")) {
    const [, address = "", size, path = ""] = /^(\S+) (\d+) (data\/.+)$/.exec(line) ?? [];
    const url = new URL(address);
    const bytes =
      url.protocol === "file:" ? await readFile(url) : Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(bytes.length).toBe(Number(size));
    const unescaped = decodeURIComponent(path.replaceAll(/%(?!25|0A|0D)/g, "%25"));
    await mkdir(dirname(join(bag, unescaped)), { recursive: true });
    await writeFile(join(bag, unescaped), bytes);
    expect(manifest).toContain(`${md5(bytes)}  ${path}\n`);
  }
  expect(manifest.trim().split("\n")).toHaveLength(3);
  for (const line of (await read("tagmanifest-md5.txt")).trim().split("\n")) {
    const [sum, name = ""] = line.split("  ");
    expect(md5(await read(name))).toBe(sum);
  }
  const addresses = (await read("fetch.txt")).match(/^\S+/gm) ?? [];
  expect(addresses.filter((one) => one.startsWith(`${portal.url}/api/download/raw/`))).toHaveLength(1);
  expect(complaintOf(await place.run("receipts", ["--format", "bagit", "--output", bag]))).toContain(
    `--output ${bag} is not empty`,
  );
});

test("a place where no bag can be is named, with what to do", async () => {
  const refused = async (output: string) =>
    complaintOf(await place.run("receipts", ["--format", "bagit", "--output", output]));
  const file = join(place.folder, first);
  for (const one of [file, join(file, "bag")])
    expect(await refused(one)).toBe(
      `skyferry receipts: --output ${one} is a file, or in a file: name a new or empty folder that this account can write.`,
    );
  if (process.platform === "linux")
    for (const one of ["/proc/bag", "/proc/new/bag"])
      expect(await refused(one)).toMatch(
        new RegExp(`--output ${one} cannot be used .*: name a new or empty`),
      );
});

test("bad flags of receipts are named", async () => {
  for (const [words, said] of [
    [["--format", "csv"], '--format must be jsonl, md5 or bagit, not "csv"'],
    [["--format", "bagit"], "--output DIR is missing"],
    [["--output", "x"], "--output is only for --format bagit"],
    [["--from", "2021-02-30"], '--from "2021-02-30" is not a valid date'],
  ] as const)
    expect(complaintOf(await place.run("receipts", words))).toContain(said);
});

test("files of an instrument that is not in the settings any more are told", async () => {
  const other = { ...place.settings, instruments: [{ ...place.settings.instruments[0], name: "Other" }] };
  await place.configure(other);
  try {
    expect(await place.run("receipts", ["--format", "md5"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("3 receipts left out"),
    });
    expect(await lines()).toHaveLength(3);
  } finally {
    await place.configure(place.settings);
  }
});
