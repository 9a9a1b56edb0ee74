import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const top = path.join(import.meta.dirname, "../..");

test("a checkout has the same line ends on every system", () => {
  expect(readFileSync(path.join(top, ".gitattributes"), "utf8").split("\n")).toContain("* text=auto eol=lf");
});

test.skipIf(!existsSync(path.join(top, ".git")))(
  "only what Windows' own shell reads ends its lines as it does",
  () => {
    const files = execFileSync("git", ["ls-files", "--eol"], { cwd: top, encoding: "utf8" })
      .trim()
      .split("\n");
    expect(files.length).toBeGreaterThan(1_000);
    const others = files.filter((line) => /[iw]\/(?:crlf|mixed)/.test(line) && !line.endsWith(".cmd"));
    expect(others).toEqual([]);
  },
);
