import { expect, test } from "vitest";
import { createEmitter } from "#base/event.ts";

test("listeners are told in the order in which they came, until they end", () => {
  const { on, emit } = createEmitter<number>();
  const told: string[] = [];
  const end = on((value) => told.push(`first ${value}`));
  on((value) => told.push(`second ${value}`));
  emit(1);
  end();
  end();
  emit(2);
  expect(told).toEqual(["first 1", "second 1", "second 2"]);
});

test("a listener that fails ends the emit, or is reported and harms no other", () => {
  const told: unknown[] = [];
  const fails = () => {
    throw new Error("It broke.");
  };
  const plain = createEmitter();
  plain.on(fails);
  plain.on(() => told.push("plain"));
  expect(() => plain.emit()).toThrow("It broke.");
  const runSafely = createEmitter((error) => told.push(String(error)));
  runSafely.on(fails);
  runSafely.on(() => told.push("guarded"));
  runSafely.emit();
  expect(told).toEqual(["Error: It broke.", "guarded"]);
});

test("a listener may end itself while it is told", () => {
  const { on, emit } = createEmitter();
  let count = 0;
  const end = on(() => {
    count += 1;
    end();
  });
  emit();
  emit();
  expect(count).toBe(1);
});
