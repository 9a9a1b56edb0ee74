import { isAbsolute, resolve } from "node:path";
import type { Language } from "#base/language.ts";
import type { Paint } from "./paint.ts";

/** Output of a command: a stream of the process, or what stands for one. */
export interface TextOutput {
  write(text: string): unknown;
  /** True where a person looks on. */
  readonly isTTY?: boolean;
  /** Width of a terminal in characters. */
  readonly columns?: number;
}

/** A message in the language of the reader; values fill its placeholders. English is its own id. */
export type Say = (message: string, values?: Readonly<Record<string, string>>) => string;

/** Outputs of a command, and what it reads from its surroundings. */
export interface Surroundings {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute path of the folder that relative paths start from. */
  readonly cwd: () => string;
  readonly version: string;
  readonly paint: Paint;
  /** For texts that are laid out: help, columns. All other text is written in English, and is translated on its way out. */
  readonly say: Say;
  /** For documents that are made in it as a whole; they pass their output as they are. */
  readonly language: Language;
  /** Aborts when the process is asked to end (SIGTERM, Ctrl-C). */
  readonly stopping: AbortSignal;
}

/** Exit code of a program that goes on when it is started again (EX_TEMPFAIL). */
export const startAgain = 75;

/** Bad usage: one line on standard error, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Absolute path of what a flag or a word names. */
export function absolutePath(path: string, { cwd }: Pick<Surroundings, "cwd">): string {
  // The folder that one is in may be gone; what is absolute does not need it.
  return isAbsolute(path) ? resolve(path) : resolve(cwd(), path);
}
