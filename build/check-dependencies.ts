import { fileURLToPath } from "node:url";
import { auditReport } from "./dependencies/audit.ts";
import { dependencyReport } from "./dependencies/dependency-faults.ts";

/** Says what is wrong with the packages that the project uses; ends with 1 then. `--audit` asks the registry, too. */
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
