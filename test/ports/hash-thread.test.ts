import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { open, readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createHasher } from "#adapters/files/hasher.ts";
import { once } from "#base/once.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";

const mebibyte = 1024 * 1024;

it("hashes every file although its thread is let go between them", async () => {
  const file = path.join(await scratchOfTest("skyferry-hash-"), "f");
  const content = Buffer.alloc(100_000, "measured ");
  await writeFile(file, content);
  const checksum = createHash("md5").update(content).digest("hex");
  await using handle = await open(file);
  const hasher = createHasher(0);
  const wanted = { descriptor: handle.fd, size: content.length, wanted: "checksum" } as const;
  for (let time = 0; time < 10; time++) {
    // Some begin while the thread before them is still ending.
    const both = [hasher.hash(wanted, null), sleep(time).then(() => hasher.hash(wanted, null))];
    expect(await Promise.all(both)).toMatchObject([{ checksum }, { checksum }]);
  }
  await hasher.close();
});

it("goes on with all other files where one cannot be read in its middle", async () => {
  const folder = await scratchOfTest("skyferry-hash-");
  const [broken, whole] = [path.join(folder, "broken"), path.join(folder, "whole")];
  await writeFile(broken, "");
  await truncate(broken, 30 * mebibyte);
  await writeFile(whole, Buffer.alloc(20 * mebibyte, "measured "));
  const checksum = createHash("md5")
    .update(await readFile(whole))
    .digest("hex");
  await using handle = await open(whole);
  const descriptor = openSync(broken, "r");
  const hasher = createHasher();
  const other = { descriptor: handle.fd, size: 20 * mebibyte, wanted: "quiet" } as const;
  const beside = hasher.hash(other, null);
  // From here on every read of it fails, as on a disk with a bad sector.
  const breakOnce = once(() => {
    closeSync(descriptor);
    expect(openSync(folder, "r")).toBe(descriptor);
  });
  const failed = await hasher.hash({ descriptor, size: 30 * mebibyte, wanted: "quiet" }, null, breakOnce);
  expect(failed).toMatchObject({ kind: "failed", code: "EISDIR" });
  expect(await beside).toMatchObject({ kind: "hashed", checksum });
  closeSync(descriptor);
  await hasher.close();
});
