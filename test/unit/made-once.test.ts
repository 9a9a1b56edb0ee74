import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { fillKept } from "#test/support/hosts/made-once.ts";

/** A checkout with a folder of sources, and a way to ask for what is made of them; gives what then lies there. */
async function checkout() {
  const root = await scratchOfTest("skyferry-kept-");
  const cache = join(root, "cache");
  const source = join(root, "sources", "a.ts");
  let made = 0;
  mkdirSync(join(root, "sources"));
  writeFileSync(source, "one");
  writeFileSync(join(root, "package-lock.json"), "1.0");
  const fill = async (facts: readonly string[] = []) => {
    const folder = join(root, "made");
    await fillKept(folder, { name: "thing", sources: ["sources"], facts, root, cache }, async () => {
      made++;
      mkdirSync(folder);
      writeFileSync(join(folder, "number"), String(made));
    });
    return readFileSync(join(folder, "number"), "utf8");
  };
  return { root, cache, source, fill };
}

test("the same contents are made once, whatever the times of the files", async () => {
  const { source, fill } = await checkout();
  expect(await fill()).toBe("1");
  utimesSync(source, 1, 1);
  expect(await fill()).toBe("1");
});

test("another byte, name, package or fact makes it again, and the former one is kept no longer", async () => {
  const { root, cache, source, fill } = await checkout();
  await fill();
  writeFileSync(source, "two");
  expect(await fill()).toBe("2");
  writeFileSync(join(root, "sources", "b.ts"), "");
  expect(await fill()).toBe("3");
  writeFileSync(join(root, "package-lock.json"), "1.1");
  expect(await fill()).toBe("4");
  expect(await fill(["2026-11-28"])).toBe("5");
  expect(readdirSync(join(cache, "thing"))).toHaveLength(1);
});

test("what is kept does not change with the copy that a test writes into", async () => {
  const { root, fill } = await checkout();
  await fill();
  writeFileSync(join(root, "made", "number"), "spoilt");
  expect(await fill()).toBe("1");
});
