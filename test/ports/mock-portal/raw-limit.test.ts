import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { md5, startTinyPortal, type TinyPortal } from "./tiny-portal.ts";

/** Processing makes products of every tenth alone, which takes most of the work; the others are unfit for it. */
function contentOf(n: number): string {
  return `${n % 10 === 0 ? "content" : "invalid"} ${n} `.padEnd(1000, ".");
}

async function sendOne(tiny: TinyPortal, n: number): Promise<string> {
  const content = contentOf(n);
  tiny.advance(1000);
  expect((await tiny.announce(content, { filename: `limit_${n}.LV1` })).status).toBe(200);
  expect((await tiny.send(content)).status).toBe(201);
  await tiny.portal.processDue(Number.POSITIVE_INFINITY);
  return md5(content);
}

async function contentCount(tiny: TinyPortal): Promise<number> {
  const folder = join(tiny.dataFolder, "content", "raw");
  if (!existsSync(folder)) return 0;
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
    .length;
}

const known = async (tiny: TinyPortal) => {
  const files: { checksum: string; filename: string }[] = await tiny.json("/api/raw-files?site=hyytiala");
  return files.filter(({ filename }) => filename.startsWith("limit_")).map(({ checksum }) => checksum);
};

test("raw contents stay within the limit: the oldest go, record and content, the newest stay", async () => {
  const tiny = await startTinyPortal({ mostRawBytes: 20_000 });
  const before = await contentCount(tiny);
  const sums: string[] = [];
  for (let n = 0; n < 40; n++) sums.push(await sendOne(tiny, n));
  const kept = await known(tiny);
  expect(kept.length).toBeGreaterThanOrEqual(17);
  expect(kept.length).toBeLessThanOrEqual(20);
  expect(new Set(kept)).toEqual(new Set(sums.slice(-kept.length)));
  expect(await contentCount(tiny)).toBeLessThanOrEqual(before + kept.length);
  // A content that was removed is as unknown as one that never came.
  expect((await tiny.announce(contentOf(0), { filename: "limit_0.LV1" })).status).toBe(200);
  await tiny.end();
});

test("what is still to be processed is not removed", async () => {
  const tiny = await startTinyPortal({ mostRawBytes: 3_000, processingDelaySeconds: 3600 });
  for (let n = 0; n < 6; n++) {
    const content = `waiting ${n} `.padEnd(1000, ".");
    await tiny.announce(content, { filename: `limit_${n}.LV1` });
    expect((await tiny.send(content)).status).toBe(201);
  }
  expect(await known(tiny)).toHaveLength(6);
  await tiny.end();
});

test("without a limit nothing goes", async () => {
  const tiny = await startTinyPortal();
  for (let n = 0; n < 5; n++) await sendOne(tiny, n);
  expect(await known(tiny)).toHaveLength(5);
  await tiny.end();
});
