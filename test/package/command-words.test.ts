import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { commandWords } from "#main/command-words.ts";

test("the words of a command follow both marks", () => {
  expect(
    commandWords(["/opt/Skyferry/skyferry-desktop", "--ozone-platform=headless", "--cli", "--", "status"]),
  ).toEqual(["status"]);
  expect(commandWords(["Skyferry.exe", "--cli", "--", "daemon", "--data", "D:\\x", "--cli", "--"])).toEqual([
    "daemon",
    "--data",
    "D:\\x",
    "--cli",
    "--",
  ]);
  expect(commandWords(["Skyferry.exe", "--cli", "--"])).toEqual([]);
});

test("every other start is that of the window", () => {
  for (const words of [
    [],
    ["--hidden"],
    ["--cli"],
    ["--cli", "status"],
    ["--data", "--", "--cli"],
    ["--", "--client"],
  ])
    expect(commandWords(["Skyferry.exe", ...words])).toBeNull();
});

test.each(["skyferry", "skyferry.cmd"])(
  "%s gives the program threads enough before it starts",
  async (name) => {
    const script = await readFile(new URL(`../../build/bin/${name}`, import.meta.url), "utf8");
    const [before = "", after] = script.split(/^.*(?:exec "\$program"|Skyferry\.exe" --cli).*$/m);
    expect(after).toBeDefined();
    expect(before).toMatch(/UV_THREADPOOL_SIZE=(?:64|"\$\{UV_THREADPOOL_SIZE:-64\}")/);
  },
);
