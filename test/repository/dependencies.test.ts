import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditLines } from "#build/dependencies/audit.ts";
import { dependencyReport } from "#build/dependencies/dependency-faults.ts";
import { licenceFault } from "#build/dependencies/licences.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

const top = fileURLToPath(new URL("../..", import.meta.url));

test("every package has a licence that is accepted, and none runs anything unasked when it is installed", () => {
  const { pinned, installed, faults } = dependencyReport(top);
  expect(faults).toEqual([]);
  // A check that finds no package would pass forever.
  expect(pinned).toBeGreaterThan(500);
  expect(installed).toBeGreaterThan(400);
});

describe("a project with a strange package", () => {
  let project: string;
  beforeEach(async () => {
    project = await makeScratch("skyferry-packages-");
  });
  afterEach(() => rm(project, { recursive: true, force: true }));

  interface Strange {
    readonly lock: object;
    readonly installed?: object;
    readonly allowScripts?: object;
    readonly hasGyp?: boolean;
  }
  const faultsOf = async ({ lock, installed, allowScripts = {}, hasGyp = false }: Strange) => {
    const folder = path.join(project, "node_modules/strange");
    await mkdir(folder, { recursive: true });
    const pinned = { "": {}, "node_modules/strange": { version: "1.0.0", license: "MIT", ...lock } };
    await writeFile(path.join(project, "package-lock.json"), JSON.stringify({ packages: pinned }));
    await writeFile(path.join(project, "package.json"), JSON.stringify({ allowScripts }));
    const own = { name: "strange", version: "1.0.0", license: "MIT", ...installed };
    await writeFile(path.join(folder, "package.json"), JSON.stringify(own));
    if (hasGyp) await writeFile(path.join(folder, "binding.gyp"), "{}");
    return dependencyReport(project, []).faults;
  };

  test.each<[string, Strange, RegExp | null]>([
    ["in order", { lock: {} }, null],
    ["under the GPL", { lock: { license: "GPL-3.0-only" } }, /^strange is under GPL-3\.0-only/],
    ["without a licence", { lock: { license: undefined } }, /^strange states no licence/],
    ["that says otherwise", { lock: {}, installed: { license: "AGPL-3.0" } }, /^strange is under AGPL-3\.0/],
    ["of another version", { lock: {}, installed: { version: "1.0.1" } }, /^strange is 1\.0\.1 here/],
    ["that runs a script", { lock: { hasInstallScript: true } }, /^strange runs a script/],
    [
      "that hides a script",
      { lock: {}, installed: { scripts: { postinstall: "node steal.js" } } },
      /^strange brings postinstall/,
    ],
    ["that is compiled", { lock: {}, hasGyp: true }, /^strange brings binding\.gyp/],
    ["that was decided about", { lock: { hasInstallScript: true }, allowScripts: { strange: false } }, null],
    [
      "that was decided about in vain",
      { lock: {}, allowScripts: { strange: true } },
      /names strange, which has no script/,
    ],
  ])("%s", async (_title, strange, words) => {
    expect(await faultsOf(strange)).toEqual(words === null ? [] : [expect.stringMatching(words)]);
  });
});

test.each([
  ["(GPL-2.0 OR MIT)", true],
  ["MIT AND GPL-2.0", false],
  ["MIT AND ISC", true],
  ["MIT-0-clause", false],
])("%s is accepted: %s", (licence, isAccepted) => {
  expect(licenceFault("x", licence, false) === null).toBe(isAccepted);
});

test("a licence that is accepted of a tool is not accepted of a part of the program", () => {
  expect(licenceFault("axe-core", "MPL-2.0", false)).toBeNull();
  expect(licenceFault("axe-core", "MPL-2.0", true)).toMatch(/not accepted in the program/);
  expect(licenceFault("other", "MPL-2.0", false)).toMatch(/not accepted here/);
});

describe("what the registry says", () => {
  test("nothing known", () => {
    const said = '{"vulnerabilities":{}}';
    expect(auditLines(said)).toEqual({
      isWrong: false,
      lines: ["audit: nothing is known against these packages."],
    });
  });

  test("a weakness that nobody has explained", () => {
    const found = auditLines('{"vulnerabilities":{"strange":{"severity":"high"}}}');
    expect(found).toEqual({
      isWrong: true,
      lines: [expect.stringMatching(/^wrong: strange has a known high/)],
    });
  });

  test.each([
    ["", "audit: not run: the registry gave no answer."],
    [
      '{"message":"405 Method Not Allowed - POST https://registry.example/x"}',
      /not run: 405 .* POST the registry$/,
    ],
    ["{}", /not run/],
  ])("no answer: %s", (said, words) => {
    const { lines, isWrong } = auditLines(said);
    expect(isWrong).toBe(false);
    expect(lines).toEqual([expect.stringMatching(words)]);
  });
});
