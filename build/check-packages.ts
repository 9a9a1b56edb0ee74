import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage } from "./packages/check.ts";

/** Packs for Linux and Windows without an Electron runtime and says what is wrong with the result; ends with 1 then. */
const top = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
const work = await mkdtemp(path.join(tmpdir(), "skyferry-packages-"));
try {
  for (const platform of ["linux", "win"] as const) {
    const { fileCount, bytes, problems, notes } = await checkPackage(top, platform, work);
    process.stdout.write(`${platform}: ${fileCount} files, ${(bytes / 1e6).toFixed(1)} MB\n`);
    for (const note of notes) process.stdout.write(`  note: ${note}\n`);
    for (const problem of problems.slice(0, 20)) process.stdout.write(`  wrong: ${problem}\n`);
    if (problems.length > 20) process.stdout.write(`  wrong: ${problems.length - 20} more\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
