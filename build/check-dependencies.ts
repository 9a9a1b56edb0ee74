import { fileURLToPath } from "node:url";
import { auditReport } from "./dependencies/audit.ts";
import { dependencyReport } from "./dependencies/dependency-faults.ts";

/**
 * `npm run deps:check -- [--audit]`: says what is wrong with the packages that the project uses, and ends with 1 then, with 2
 * for bad usage. `--audit` asks the registry, too.
 */
const unknown = process.argv.slice(2).find((word) => word !== "--audit");
if (unknown !== undefined) {
  process.stderr.write(`deps:check: there is no ${unknown}; there is --audit.\n`);
  process.exit(2);
}
const top = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
const { pinned, installed, production, licences, faults } = dependencyReport(top);
process.stdout.write(
  `${pinned} packages pinned, ${installed} installed here, ${production} for production.\n`,
);
process.stdout.write(`${licences.map(([licence, count]) => `${count} ${licence}`).join(", ")}\n`);
for (const fault of faults) process.stdout.write(`wrong: ${fault}\n`);
let isWrong = faults.length > 0;
if (process.argv.includes("--audit")) {
  const audit = await auditReport(top);
  for (const line of audit.lines) process.stdout.write(`${line}\n`);
  isWrong ||= audit.isWrong;
}
process.exitCode = isWrong ? 1 : 0;
