import { expect, test } from "vitest";
import { lateMemory } from "#main/shell-memory.ts";

test("nothing is opened before something is asked", () => {
  let opens = 0;
  const memory = lateMemory(() => {
    opens += 1;
    return { read: (name) => `kept ${name}`, write: () => {} };
  });
  expect(opens).toBe(0);
  expect([memory.read("window"), memory.read("updates"), opens]).toEqual(["kept window", "kept updates", 1]);
});

test("what cannot be kept is remembered until the end", () => {
  const memory = lateMemory(() => {
    throw new Error("EROFS");
  });
  expect(memory.read("window")).toBe(undefined);
  memory.write("window", { isMaximised: true });
  expect(memory.read("window")).toEqual({ isMaximised: true });
});

test("what could not be kept is said, and is written with the next change", () => {
  const written = new Map<string, unknown>();
  let isFull = true;
  const memory = lateMemory(() => ({
    read: () => undefined,
    write(name, value) {
      if (isFull) throw new Error("ENOSPC");
      written.set(name, value);
    },
  }));
  expect(memory.write("secrets", { a: "b" })).toBe(false);
  isFull = false;
  expect(memory.write("window", 1)).toBe(true);
  expect([...written]).toEqual([
    ["secrets", { a: "b" }],
    ["window", 1],
  ]);
});

test("a file that is held for a moment harms nothing, and the next change is written", () => {
  const written: unknown[] = [];
  let isHeld = true;
  const memory = lateMemory(() => ({
    read: () => undefined,
    write(_, value) {
      if (isHeld) throw new Error("EBUSY");
      written.push(value);
    },
  }));
  memory.write("window", 1);
  isHeld = false;
  memory.write("window", 2);
  expect([written, memory.read("window")]).toEqual([[2], 2]);
});
