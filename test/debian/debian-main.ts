import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runProgram } from "#test/support/hosts/program.ts";
import { bring, type Check, cleanChecks, packagesIn, systemChecks } from "./checks.ts";
import { bootDebian, cleanDebian, type Debian, refusal, setUp } from "./machine.ts";

const usualFolder = path.join(
  process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"),
  "skyferry-debian",
);
const dist = fileURLToPath(new URL("../../dist", import.meta.url));

const help = `The station packages in a real Debian: installed, removed and purged in a clean one, and run by systemd in a container.

Usage: npm run long -- debian [--folder DIR]

  --folder DIR   where the small Debian is kept between runs; default: ${usualFolder}

Before it, once: npm run package:station -- --target linux-x64. It needs Linux on x64, root, and Debian's packages debootstrap
and systemd-container. A run takes some three minutes.
Ends with 0 when everything held, with 1 when something did not, with 2 where it cannot run.
`;

process.exit(await runProgram({ name: "debian", help, read, run }));

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { help: { type: "boolean", short: "h" }, folder: { type: "string" } },
  });
  return values;
}

async function run(flags: ReturnType<typeof read>): Promise<number> {
  const packages = packagesIn(dist);
  const cannot =
    refusal() ??
    (packages === null
      ? "There is no package in dist/: npm run package:station -- --target linux-x64."
      : null);
  if (cannot !== null || packages === null) {
    process.stderr.write(`debian: ${cannot}\n`);
    return 2;
  }
  if (process.env.SKYFERRY_OWN_MOUNTS === undefined) return runInOwnMounts();
  const folder = path.resolve(flags.folder ?? usualFolder);
  const base = setUp(folder);
  const clean = cleanDebian(base, path.join(folder, "clean"));
  mountIn(clean);
  bring(clean, packages);
  let failed = await all(cleanChecks, clean);
  const system = cleanDebian(base, path.join(folder, "system"));
  system.must("apt-get update && apt-get install -y --no-install-recommends systemd systemd-sysv dbus");
  bring(system, packages);
  const booted = await bootDebian(system);
  try {
    failed += await all(systemChecks, booted);
  } finally {
    await booted.close();
  }
  return failed === 0 ? 0 : 1;
}

/** Gives how many did not hold. */
async function all(checks: readonly Check[], debian: Debian): Promise<number> {
  let failed = 0;
  for (const { name, promise, run } of checks) {
    const seen = await Promise.resolve()
      .then(() => run(debian))
      .catch((error: unknown) => {
        failed += 1;
        return `FAILED: ${promise}: ${error instanceof Error ? error.message : error}`;
      });
    process.stdout.write(`${name.padEnd(10)} ${seen}\n`);
  }
  return failed;
}

function mountIn({ root }: Debian): void {
  spawnSync("mount", ["--bind", "/proc", path.join(root, "proc")]);
}

/** Mounts are seen by this run alone, and are gone with it. */
function runInOwnMounts(): number {
  const words = ["--mount", process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, SKYFERRY_OWN_MOUNTS: "1" };
  return spawnSync("unshare", words, { stdio: "inherit", env }).status ?? 1;
}
