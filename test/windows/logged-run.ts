import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";

interface LoggedRun {
  /** Where all that the program says goes. */
  readonly log: string;
  readonly command: string;
  readonly words: readonly string[];
  readonly cwd?: string | undefined;
}

/** Runs a program of this system to its end. Rejects with the last lines that it said where it fails. */
export async function runLogged({ log, command, words, cwd }: LoggedRun): Promise<void> {
  const said = openSync(log, "w");
  try {
    const child = spawn(command, [...words], { cwd, env: plainEnvironment(), stdio: ["ignore", said, said] });
    const [code] = await once(child, "close");
    if (code === 0) return;
    const last = readFileSync(log, "utf8").trimEnd().split("\n").slice(-3).join(" | ");
    throw new Error(`${command} ended with ${code}: ${last} (all of it: ${log})`);
  } finally {
    closeSync(said);
  }
}

/** Without what npm tells a script of the project that it runs for. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = /^npm_config_(registry|userconfig|globalconfig|cache)$/;
  const mine = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || kept.test(name));
  return Object.fromEntries(mine);
}
