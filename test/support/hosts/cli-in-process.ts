import { runCommand } from "#cli/run-command.ts";
import about from "#package" with { type: "json" };
import { type CliEnd, type CliOptions, environment, firstLine, type RunningCli, whole } from "./cli-run.ts";

interface Options extends Pick<CliOptions, "password" | "cwd" | "env"> {
  /** Folder of the languages; left out: the program's own. */
  readonly languages?: string;
}

/**
 * Starts `skyferry …` in this process, which costs a tenth of a process of its own. Effects that only a process shows (signals,
 * its exit, standard streams, another user) are `startCli`'s; `e2e/processes.test.ts` holds both against each other.
 */
export function startInProcess(
  words: readonly string[],
  { password = "station", cwd = process.cwd(), env = {}, languages }: Options = {},
): Pick<RunningCli, "ready" | "end" | "stop"> {
  const said = { stdout: "", stderr: "" };
  const ready = firstLine();
  const stopping = new AbortController();
  let from = performance.now();
  const ended = runCommand(words, {
    stdout: {
      write(text) {
        said.stdout += text;
        ready.look(said.stdout);
      },
    },
    stderr: {
      write(text) {
        said.stderr += text;
      },
    },
    env: environment(password, env),
    cwd: () => cwd,
    version: about.version,
    stopping: stopping.signal,
    ...(languages === undefined ? {} : { languages }),
  });
  const end = ended
    .then((code) => whole({ ...said, code, signal: null, lastedMs: performance.now() - from }, words))
    .finally(() => ready.none(words, said.stderr));
  end.catch(() => {});
  return {
    ready: ready.promise,
    end,
    stop() {
      from = performance.now();
      stopping.abort();
      return end;
    },
  };
}

/** Runs `skyferry …` to its end in this process. */
export function runInProcess(words: readonly string[], options: Options = {}): Promise<CliEnd> {
  return startInProcess(words, options).end;
}
