import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { pythonClient } from "#test/clients/older-document.ts";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { guideExamples, openGuide } from "#test/support/hosts/api-guide.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { limits } from "#test/support/limits.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** Every example of docs/api.md, as it stands there, against a running daemon and the bundled portal. */

const portal = ofEachTest(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

/** A station with one delivered file and one that the portal does not take, and its daemon. */
const shell = ofEachTest(
  async () => {
    await place.write(liveName("2024-05-01"), "delivered");
    await place.write(liveName("2024-05-01", "ä b"), "blocked");
    return await openGuide(place);
  },
  (one) => one.close(),
);

const of = { timeout: limits.pageTest };

test.skipIf(process.platform === "win32")(
  "the guide's examples for a shell and for TypeScript",
  of,
  async () => {
    const { stdout } = await shell.runText("sh", "examples.sh", guideExamples("sh").join("\n"));
    const answers = stdout.split("\n").filter((line) => line.startsWith("{"));
    for (const answer of answers) expect(answer).toMatch(/^\{"ok":true,/);
    expect(answers.length).toBeGreaterThanOrEqual(8);
    expect(stdout).toContain('"cause":"unfit-name"');
    expect(stdout).toMatch(/^data: \{"type":"upload.changed"/m);
    expect(JSON.parse(shell.read("report.json"))).toMatchObject({ ok: true });
    const client = await shell.runText(process.execPath, "examples.ts", guideExamples("ts").join("\n"));
    expect(client.stdout).toContain("live_20240501_ä b.nc");
    const rules = ["--strict", "--module", "nodenext", "--target", "esnext", "--allowImportingTsExtensions"];
    await shell.run("tsc", ["--noEmit", "--skipLibCheck", "--types", "node", ...rules, "examples.ts"]);
  },
);

const hasPython = spawnSync("python3", ["--version"]).status === 0;
/** The client of the last example is there in `npm run long -- clients`. */
const hasClient = process.env.SKYFERRY_PYTHON_CLIENT === "1";

test.skipIf(!hasPython)("the guide's examples for Python", of, async () => {
  const examples = guideExamples("python").filter(
    (text) => hasClient || !text.includes(`import ${pythonClient}`),
  );
  expect(examples.length).toBe(hasClient ? 4 : 3);
  const { stdout } = await shell.runText("python3", "examples.py", examples.join("\n"));
  expect(stdout).toContain("live_20240501_ä b.nc unfit-name");
  expect(stdout).toContain("May 2024 ");
  if (hasClient) expect(stdout.match(/^live_20240501_ä b\.nc /gm)).toHaveLength(2);
});
