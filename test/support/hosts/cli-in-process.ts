import { runCommand } from "#cli/run-command.ts";
import about from "#package" with { type: "json" };
import { type CliEnd, type CliOptions, environment, whole } from "./cli-run.ts";

/**
 * Runs `skyferry …` to its end in this process, some ten times as fast as a process of its own. What a process alone
 * shows (signals, its exit, standard streams, another user) is `startCli`'s; `e2e/processes.test.ts` holds both against
 * each other.
 */
export async function runInProcess(
  words: readonly string[],
  { password = "station", cwd = process.cwd() }: Pick<CliOptions, "password" | "cwd"> = {},
): Promise<CliEnd> {
  const said = { stdout: "", stderr: "" };
  const into = (stream: keyof typeof said) => ({
    write: (text: string) => {
      said[stream] += text;
    },
  });
  const from = performance.now();
  const code = await runCommand(words, {
    stdout: into("stdout"),
    stderr: into("stderr"),
    env: environment(password),
    cwd: () => cwd,
    version: about.version,
    stopping: new AbortController().signal,
  });
  return whole({ ...said, code, signal: null, lastedMs: performance.now() - from }, words);
}
