import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openReportKey } from "#adapters/notify/report-key.ts";
import { stationReportJsonSchema } from "#contract/station-report.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { fakeStationReports } from "#test/support/fakes/fake-station-reports.ts";

const top = path.join(import.meta.dirname, "../..");
const page = readFileSync(path.join(top, "docs/fleet/reports.md"), "utf8");

/** Programs that may not be on this PC. */
const has = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;
const canPython = has("python3", "-c", "import cryptography");
const canOpenssl = has("jq", "--version") && has("openssl", "version");

let folder: string;

beforeEach(async () => {
  folder = await scratchOfTest("skyferry-report-page-");
  const key = openReportKey(folder);
  const made = await fakeStationReports.make();
  if ("message" in key || "message" in made) throw new Error("no report");
  const report = { ...made.report, headline: "Zürich: “\u{1f4e1}” a/b \\u0000", id: key.id };
  const signed = key.sign(report);
  const changed = { ...signed, report: { ...report, headline: "Everything is safe" } };
  writeFileSync(path.join(folder, "good.json"), JSON.stringify(signed));
  writeFileSync(path.join(folder, "changed.json"), JSON.stringify(changed));
});

/** Runs the page's example in a language on a report. */
function run(language: string, program: string, name: string) {
  const [, code = ""] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(page) ?? [];
  const file = path.join(folder, language === "js" ? "example.mjs" : "example");
  writeFileSync(file, code);
  const { status, stdout } = spawnSync(program, [file, name], { cwd: folder, encoding: "utf8" });
  return { status, stdout };
}

it("docs/fleet/station-report.schema.json is what `npm run docs:api` writes", () => {
  const written: unknown = JSON.parse(
    readFileSync(path.join(top, "docs/fleet/station-report.schema.json"), "utf8"),
  );
  expect(written).toEqual(JSON.parse(JSON.stringify(stationReportJsonSchema())));
});

describe("docs/fleet/reports.md checks a signature", () => {
  it("in Node", () => {
    expect(run("js", process.execPath, "good.json").stdout).toBe("true\n");
    expect(run("js", process.execPath, "changed.json").stdout).toBe("false\n");
  });

  it.skipIf(!canPython)("in Python", () => {
    expect(run("python", "python3", "good.json").status).toBe(0);
    expect(run("python", "python3", "changed.json").status).not.toBe(0);
  });

  it.skipIf(!canOpenssl)("with jq and openssl", () => {
    const good = run("sh", "sh", "good.json").stdout;
    expect(good).toContain("Signature Verified Successfully");
    const { report } = JSON.parse(readFileSync(path.join(folder, "good.json"), "utf8"));
    expect(good).toContain(report.id);
    expect(run("sh", "sh", "changed.json").stdout).not.toContain("Verified Successfully");
  });
});
