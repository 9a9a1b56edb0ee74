import { linkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openContents } from "#mock-portal/store/contents.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";

// The demo seed of a test is the same files as that of another.
test("a content takes the place of the one before it, which stays as it is under another name", async () => {
  const dataFolder = await scratchOfTest("mock-portal-");
  const contents = openContents(dataFolder);
  const other = join(dataFolder, "other");
  contents.put("product", "a product", Buffer.from("the first bytes"));
  linkSync(contents.path("product", "a product"), other);
  contents.put("product", "a product", Buffer.from("others"));
  expect(readFileSync(contents.path("product", "a product"), "utf8")).toBe("others");
  expect(readFileSync(other, "utf8")).toBe("the first bytes");
});
