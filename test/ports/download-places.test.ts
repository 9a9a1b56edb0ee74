import { createHash } from "node:crypto";
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDownloadFolders } from "#adapters/files/download-folders.ts";
import { createFileCache } from "#adapters/portal/file-cache.ts";
import { createPartFiles } from "#adapters/portal/part-files.ts";
import type { DownloadOf } from "#engine/ports/portal-reads.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { never, portalAt } from "#test/support/portals/portal-under-test.ts";
import { type ScriptedPortal, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

/** Places of downloads: folders, a full disk, and the cache of looks. */

let folder: string;
let server: ScriptedPortal;
let portal: ReturnType<typeof portalAt>;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "skyferry-places-")));
  server = await startScriptedPortal(({ path: asked }) => ({
    status: 200,
    body: contentOf(asked.at(-1) ?? ""),
  }));
  portal = portalAt(server.url);
});
afterEach(async () => {
  await portal.close();
  await server.close();
  await rm(folder, { recursive: true });
});

function contentOf(name: string): Buffer {
  return Buffer.alloc(100_000, name);
}

function fileOf(name: string): DownloadOf {
  const content = contentOf(name);
  const checksum = createHash("sha256").update(content).digest("hex");
  const downloadUrl = `${server.url}/api/download/product/0/${name}`;
  return { kind: "product", file: { downloadUrl, filename: `${name}.nc`, checksum, size: content.length } };
}

// Making a link needs a right that users of Windows seldom have.
test.skipIf(process.platform === "win32")("a folder is looked at through its links", async () => {
  const folders = createDownloadFolders();
  await symlink(folder, `${folder}/link`);
  expect(await folders.look(`${folder}/link`)).toEqual({ realPath: folder });
  expect(await folders.realPath(`${folder}/link`)).toBe(folder);
  expect(await folders.realPath(`${folder}/gone`)).toBe(`${folder}/gone`);
});

test("what is no folder, is not there or is not whole is named", async () => {
  const folders = createDownloadFolders();
  await writeFile(`${folder}/file`, "");
  for (const [given, words] of [
    ["out", /^"out" is not a full path/],
    [`${folder}/gone`, /gone does not exist\. Create it/],
    [`${folder}/file`, /file is a file\./],
    [`${folder}/file/x`, /does not exist/],
  ] as const)
    expect(await folders.look(given)).toEqual({ message: expect.stringMatching(words) });
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "a folder without rights is named (not as root)",
  async () => {
    await mkdir(`${folder}/closed`);
    await chmod(`${folder}/closed`, 0o500);
    expect(await createDownloadFolders().look(`${folder}/closed`)).toEqual({
      message: expect.stringMatching(/closed cannot be written to \(EACCES\)/),
    });
  },
);

test("a full disk is told as such and nothing half stays", async ({ skip }) => {
  const disk = await makeSmallDisk(64);
  if (typeof disk === "string") return skip(disk);
  try {
    const outcome = await portal.download(fileOf("a"), disk.folder, never(), () => {});
    expect(outcome).toMatchObject({
      kind: "failed",
      failure: {
        cause: "folder-unreachable",
        message: `The disk of ${disk.folder} is full: a.nc was not saved. Free up space, then try again.`,
      },
    });
    expect(await readdir(disk.folder)).toEqual([]);
  } finally {
    await disk.remove();
  }
});

test("only the portal itself is asked", async () => {
  const other = await startScriptedPortal(() => ({ status: 200, body: contentOf("a") }));
  const { file } = fileOf("a");
  const elsewhere = { kind: "product", file: { ...file, downloadUrl: `${other.url}/a` } } as const;
  expect(await portal.download(elsewhere, folder, never(), () => {})).toMatchObject({
    kind: "failed",
    failure: { cause: "not-the-portal", message: expect.stringContaining(`it is not on ${server.url}`) },
  });
  expect(other.seen).toEqual([]);
  await other.close();
});

test("the cache fetches once, fixes what was damaged, and gives up the longest unused", async () => {
  const cache = createFileCache(portal, `${folder}/cache`, 250_000);
  const pathOf = async (name: string): Promise<string> => {
    const outcome = await cache.fetch(fileOf(name), never());
    if (outcome.kind !== "found") throw new Error(JSON.stringify(outcome));
    return outcome.value;
  };
  const [a] = await Promise.all([pathOf("a"), pathOf("a")]);
  expect(server.seen.length).toBe(1);
  await writeFile(a, "damaged");
  expect(await pathOf("a")).toBe(a);
  expect(server.seen.length).toBe(2);

  const b = await pathOf("b");
  await utimes(path.dirname(a), 2_000, 2_000);
  await utimes(path.dirname(b), 1_000, 1_000);
  await pathOf("c");
  const kept = await readdir(`${folder}/cache`);
  expect(kept.toSorted()).toEqual([fileOf("a"), fileOf("c")].map(({ file }) => file.checksum).toSorted());
});

test("a cache that cannot be written says where", async () => {
  const cache = path.join(folder, "cache");
  await writeFile(cache, "");
  expect(await createFileCache(portal, cache).fetch(fileOf("a"), never())).toMatchObject({
    kind: "failed",
    failure: { cause: "folder-unreachable", message: expect.stringContaining(cache) },
  });
});

test("cancelling ends the look at a file that is there already", async () => {
  const file = await open(`${folder}/a.nc`, "w");
  // Sparse: hashing it takes minutes.
  const size = 100_000_000_000;
  await file.truncate(size);
  await file.close();
  const large = fileOf("a");
  const leaving = new AbortController();
  const left = portal.download(
    { ...large, file: { ...large.file, size } } as DownloadOf,
    folder,
    leaving.signal,
    () => {},
  );
  setImmediate(() => leaving.abort());
  expect(await left).toEqual({ kind: "abandoned" });
});

describe("part files", () => {
  const id = "0b0f7c6e-1111-4222-8333-944445555666";

  test("of a killed process are removed by the next, and no other file is", async () => {
    const part = `${folder}/.a.nc.${id}.part`;
    const others = [`${folder}/.b.nc.${id.replace("0b", "1b")}.part`, `${folder}/notes.part`];
    await createPartFiles(`${folder}/parts`).begin(part);
    for (const one of [part, ...others]) await writeFile(one, "half");
    const notes: [string, string][] = [
      [id.replace("0b", "2b"), `${folder}/notes.part`],
      [id.replace("0b", "3b"), `${folder}/.c.nc.${id}.part`],
    ];
    for (const [name, content] of notes) await writeFile(`${folder}/parts/${name}`, content);
    await createPartFiles(`${folder}/parts`).removeLeft();
    expect((await readdir(folder)).toSorted()).toEqual(
      ["parts", ...others.map((one) => path.basename(one))].toSorted(),
    );
    expect(await readdir(`${folder}/parts`)).toEqual([]);
  });

  test("are noted while they are received, and left alone by their own process", async () => {
    const parts = createPartFiles(`${folder}/parts`);
    const seen: string[][] = [];
    const noting = {
      begin: async (part: string) => {
        await parts.begin(part);
        seen.push(await readdir(`${folder}/parts`));
        await parts.removeLeft();
      },
      end: async (part: string) => await parts.end(part),
    };
    const got = await portal.download(fileOf("a"), folder, never(), () => {}, noting);
    expect(got).toMatchObject({ kind: "found" });
    expect(seen).toEqual([[expect.stringMatching(/^[0-9a-f-]{36}$/)]]);
    expect(await readdir(`${folder}/parts`)).toEqual([]);
  });
});
