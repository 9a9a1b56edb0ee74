import { createHash } from "node:crypto";
import { open, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createHasher } from "#adapters/files/hasher.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";

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
