import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesByProject, longFiles } from "#test/projects.ts";

const top = join(import.meta.dirname, "../..");
const filesOf = (suite: "short" | "long" | "all") => Object.values(filesByProject(suite)).flat();

describe("the parts of the tests", () => {
  it("have each file once", () => {
    const both = [...filesOf("short"), ...filesOf("long")].toSorted();
    expect(both).toEqual(globSync("test/**/*.test.ts", { cwd: top }).toSorted());
    expect(both).toEqual(filesOf("all").toSorted());
  });

  it("have no pattern for files that are gone", () => {
    const names = longFiles.flatMap((pattern) => {
      const [, before = "", list = "", after = ""] = /^(.*)[({](.*)[)}](.*)$/.exec(pattern) ?? [];
      return list.split(/[|,]/).map((name) => `${before.replace("!", "")}${name}${after}`);
    });
    expect(names.filter((name) => globSync(name, { cwd: top }).length !== 1)).toEqual([]);
  });

  it("leave files of each room to npm test", () => {
    const rooms = (files: readonly string[]) => new Set(files.map((file) => file.split("/")[1]));
    expect([...rooms(filesOf("all"))].filter((room) => !rooms(filesOf("short")).has(room))).toEqual([]);
  });
});
