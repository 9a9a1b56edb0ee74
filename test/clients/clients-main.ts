import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import document from "#api/openapi.json" with { type: "json" };
import { runProgram } from "#test/support/hosts/program.ts";
import { asOpenApi30, pythonClient } from "./older-document.ts";

const top = fileURLToPath(new URL("../..", import.meta.url));

const help = `A client in Python, made of the API's document by openapi-generator, runs the examples of docs/api.md.

Usage: npm run long -- clients

It needs Debian's packages default-jre-headless, python3-urllib3, python3-dateutil, python3-six and python3-certifi. A run takes a minute.
Ends with 0 when everything held, with 1 when something did not, with 2 where it cannot run.
`;

process.exit(await runProgram({ name: "clients", help, read, run }));

function read(args: string[]) {
  return parseArgs({ args, options: { help: { type: "boolean", short: "h" } } }).values;
}

async function run(): Promise<number> {
  const needed: readonly (readonly [string, readonly string[]])[] = [
    ["java", ["-version"]],
    ["python3", ["-c", "import urllib3, dateutil, six, certifi"]],
  ];
  const missing = needed.find(([program, words]) => spawnSync(program, words).status !== 0);
  if (missing !== undefined) {
    process.stderr.write(`clients: ${missing.flat().join(" ")} fails: see --help.\n`);
    return 2;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "skyferry-clients-"));
  try {
    const older = path.join(folder, "openapi.json");
    writeFileSync(older, JSON.stringify(asOpenApi30(document)));
    const generator = path.join(
      top,
      "node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar",
    );
    const words = [
      "-jar",
      generator,
      "generate",
      "-g",
      "python",
      "-i",
      older,
      "-o",
      folder,
      "--package-name",
      pythonClient,
    ];
    const made = spawnSync("java", words, { encoding: "utf8" });
    if (made.status !== 0) process.stderr.write(`${made.stdout}${made.stderr}`);
    if (made.status !== 0) return 1;
    const env = { ...process.env, SKYFERRY_PYTHON_CLIENT: "1", PYTHONPATH: folder };
    const vitest = path.join(top, "node_modules/vitest/vitest.mjs");
    const tests = [vitest, "run", "test/e2e/api-guide.test.ts"];
    return spawnSync(process.execPath, tests, { cwd: top, env, stdio: "inherit" }).status === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
