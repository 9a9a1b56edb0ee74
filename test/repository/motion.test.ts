import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const top = path.join(import.meta.dirname, "../..");
const base = "renderer/styles/base.css";
const read = (file: string) => readFileSync(path.join(top, file), "utf8");

test("those who want no motion get none of what any stylesheet moves", () => {
  const rule = /@media \(prefers-reduced-motion: reduce\) \{\s+\*,\s+\*::before,\s+\*::after \{([^}]*)\}/;
  const declared = rule.exec(read(base))?.[1]?.match(/[^;{}\s][^;]*(?=;)/g);
  expect(declared).toEqual([
    "animation: none !important",
    "transition: none !important",
    "scroll-behavior: auto !important",
  ]);
});

test("no other stylesheet insists on its motion", () => {
  const ours = globSync("renderer/**/*.css", { cwd: top });
  const imported = read("renderer/styles/mantine.css").matchAll(/@import "([^"]+)"/g);
  const theirs = [...imported].map(([, name]) => `node_modules/${name}`);
  theirs.push("node_modules/@mantine/notifications/styles.css");
  expect(Math.min(ours.length, theirs.length)).toBeGreaterThan(20);
  const insists = /(?:transition|animation|scroll-behavior)[\w-]*:[^;}]*!important/;
  expect([...ours, ...theirs].filter((file) => file !== base && insists.test(read(file)))).toEqual([]);
});

test("no script moves anything by itself", () => {
  const scripts = globSync("renderer/**/*.{ts,tsx}", { cwd: top });
  expect(scripts.length).toBeGreaterThan(200);
  const moves = /\.animate\(|behavior: "smooth"|startViewTransition|<animate/;
  expect(scripts.filter((file) => moves.test(read(file)))).toEqual([]);
});
