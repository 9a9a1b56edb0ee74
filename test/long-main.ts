import { fileURLToPath } from "node:url";
import { longRuns } from "./long-runs.ts";

const names = Object.keys(longRuns);
const lines = names.map((name) => `  ${name.padEnd(16)}${longRuns[name]?.line}\n`);
const help = `Usage: npm run long -- NAME [FLAG …]; NAME --help lists the flags.\n\n${lines.join("")}`;

const [name = ""] = process.argv.slice(2);
const run = Object.hasOwn(longRuns, name) ? longRuns[name] : undefined;
if (run !== undefined) {
  const program = new URL(`../${run.file}`, import.meta.url);
  // As if it had been started itself: some start themselves once more.
  process.argv.splice(1, 2, fileURLToPath(program));
  await import(program.href);
} else if (name === "--help" || name === "-h") process.stdout.write(help);
else {
  const wrong = name === "" ? "NAME is missing" : `there is no ${name}`;
  process.stderr.write(`long: ${wrong}; there are ${names.join(", ")}.\n\n${help}`);
  process.exitCode = 2;
}
