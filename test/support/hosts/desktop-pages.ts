import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { seededRandom } from "#test/support/builders/seeded-random.ts";

const top = fileURLToPath(new URL("../../..", import.meta.url));

export const desktopPagesHelp = `Runs the tests of the pages on the desktop: its real main, preload and pages, with stand-ins for Electron alone.

Usage: npm run e2e:desktop -- [--sample N] [--seed N] [--list] [FILTER ...]

  --sample N  so many files of them, chosen by the seed; default: all
  --seed N    chooses the sample; default 1; printed with it
  --list      prints the files, and runs nothing
  FILTER      files whose path has this in it: today

Ends with 0 when every test passed, with 1 when one failed, with 2 for bad usage.
`;

export interface DesktopPagesFlags {
  readonly help?: boolean;
  /** Null: all of them. */
  readonly sample: number | null;
  readonly seed: number;
  readonly list: boolean;
  readonly filters: readonly string[];
}

/** The flags, or what is wrong with them. */
export function flagsOfDesktopPages(args: string[]): DesktopPagesFlags | string {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h", default: false },
      sample: { type: "string" },
      seed: { type: "string", default: "1" },
      list: { type: "boolean", default: false },
    },
  });
  for (const name of ["sample", "seed"] as const)
    if (!/^\d{1,9}$/.test(values[name] ?? "0"))
      return `--${name}: ${values[name]} is no whole number from 0.`;
  const { help, list, sample, seed } = values;
  return {
    help,
    list,
    sample: sample === undefined ? null : Number(sample),
    seed: Number(seed),
    filters: positionals,
  };
}

/** The files that have something to show on a desktop, by name; those that need HTTP between page and host have not. */
export async function filesOnDesktop(): Promise<readonly string[]> {
  const folder = path.join(top, "test/pages");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".test.ts")).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return names
    .filter((_, index) => /\b(?:oneHost|pageHosts|bridgeHosts)\b/.test(texts[index] ?? ""))
    .map((name) => `test/pages/${name}`);
}

/** So many of the files, the same for the same seed. */
export function sampleOf(files: readonly string[], count: number, seed: number): readonly string[] {
  return seededRandom(seed).shuffled(files).slice(0, count).toSorted();
}

/** Gives the exit code. vitest says what passed and what failed. */
export async function runDesktopPages(flags: DesktopPagesFlags): Promise<number> {
  const { sample, seed, list, filters } = flags;
  const all = (await filesOnDesktop()).filter(
    (file) => filters.length === 0 || filters.some((one) => file.includes(one)),
  );
  if (all.length === 0) {
    process.stderr.write(
      `e2e:desktop: no file of test/pages that a desktop can show has ${filters} in it.\n`,
    );
    return 2;
  }
  const files = sample === null ? all : sampleOf(all, sample, seed);
  if (sample !== null)
    process.stderr.write(`${files.length} of ${all.length} files of pages, chosen by --seed ${seed}\n`);
  if (list) {
    process.stdout.write(files.map((file) => `${file}\n`).join(""));
    return 0;
  }
  const vitest = path.join(top, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--project", "pages", ...files], {
    cwd: top,
    env: { ...process.env, SKYFERRY_HOSTS: "stand-in" },
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 ? 0 : 1;
}
