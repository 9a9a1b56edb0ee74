import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { askHost } from "./ask-host.ts";
import type { CliPlace } from "./cli-place.ts";
import { environment, startCli } from "./cli-run.ts";
import { commandLine } from "./command-line.ts";

const top = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

/** The examples of docs/api.md in one language, as they stand there, in their order. */
export function guideExamples(language: "sh" | "python" | "ts"): readonly string[] {
  const guide = readFileSync(join(top, "docs/api.md"), "utf8");
  return [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, of, text = ""]) =>
    of === language ? [text] : [],
  );
}

export interface GuideRun {
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder in which examples run as in an operator's shell: `skyferry` is the command, for the station of `place`. */
export interface GuideShell {
  readonly folder: string;
  /** Runs a file there; throws where it ends with another code than 0. */
  run(program: string, words: readonly string[]): Promise<GuideRun>;
  /** Runs text as a script of this program there. */
  runText(program: string, name: string, text: string): Promise<GuideRun>;
  /** The text of a file there. */
  read(name: string): string;
  /** Ends the daemon. */
  close(): Promise<void>;
}

/** Starts the daemon of a place that has a delivered and a blocked file, and gives a shell beside it. */
export async function openGuide(place: CliPlace): Promise<GuideShell> {
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  await daemon.ready;
  const status = () => askHost(place.dataFolder, "status", {});
  await expect.poll(async () => (await status()).totals).toMatchObject({ delivered: 1, blocked: 1 });
  const { address, token } = JSON.parse(readFileSync(join(place.dataFolder, "host.json"), "utf8"));
  const folder = join(place.root, "guide");
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(join(top, "node_modules"), join(folder, "node_modules"));
  const command = `exec "${process.execPath}" "${commandLine}" "$@" --data "${place.dataFolder}"`;
  writeFileSync(join(folder, "bin", "skyferry"), `#!/bin/sh\n${command}\n`, { mode: 0o700 });
  const path = `${join(folder, "bin")}:${join(top, "node_modules/.bin")}:${process.env.PATH}`;
  const env = environment(null, { PATH: path, DATA: place.dataFolder, ADDRESS: address, TOKEN: token });
  const run: GuideShell["run"] = (program, words) =>
    promisify(execFile)(program, words, { cwd: folder, env });
  return {
    folder,
    run,
    async runText(program, name, text) {
      writeFileSync(join(folder, name), text.replaceAll("http://127.0.0.1:8080", address));
      return await run(program, [...(program === "sh" ? ["-eu"] : []), name]);
    },
    read: (name) => readFileSync(join(folder, name), "utf8"),
    close: async () => void (await daemon.stop()),
  };
}
