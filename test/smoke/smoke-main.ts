import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { forgetOtherPrograms } from "#base/inherited.ts";
import { runProgram } from "#test/support/hosts/program.ts";
import { smoke } from "./smoke.ts";

const name = "packaged-smoke";
const help = `${name}: starts an installed Skyferry, tries it from outside, and ends it.

Usage: npm run long -- packaged-smoke [--picture FILE] PROGRAM [WORD …]

  --picture FILE  where a picture of the window goes; default: skyferry.png here
  PROGRAM         the program itself: /opt/Skyferry/skyferry-desktop, Skyferry.exe, an AppImage
  WORD …          in front of Skyferry's own words, such as --no-sandbox

It uses a data folder of its own. Exit codes: 0 all is well; 1 something is not; 2 bad usage.
`;

process.exitCode = await runProgram({
  name,
  help,
  read(args) {
    const { values, positionals } = parseArgs({
      args,
      options: { help: { type: "boolean" }, picture: { type: "string", default: "skyferry.png" } },
      allowPositionals: true,
    });
    const [program, ...words] = positionals;
    if (values.help === true) return { ...values, program: "", words };
    return program === undefined ? "PROGRAM is missing; see --help." : { ...values, program, words };
  },
  async run({ program, words, picture }) {
    forgetOtherPrograms(process.env, program);
    const folder = await mkdtemp(path.join(tmpdir(), "skyferry-smoke-"));
    try {
      const steps = await smoke(
        {
          program,
          words,
          env: process.env,
          dataFolder: path.join(folder, "data"),
          origin: "app://skyferry/",
          hasCommands: true,
          screenshot: path.resolve(picture),
        },
        (step) => process.stdout.write(`${step.isGood ? "ok    " : "WRONG "} ${step.name}: ${step.text}\n`),
      );
      return steps.every(({ isGood }) => isGood) ? 0 : 1;
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
});
