import type { Windows } from "./windows.ts";

/** A step that is done in Windows and must hold. */
export interface Check {
  readonly name: string;
  /** Promise that must hold, for the table. */
  readonly promise: string;
  /** It starts 32-bit programs, which not every kernel of Linux runs. */
  readonly needs32Bit?: true;
  /** Gives what was seen, in some words; throws where it does not hold. */
  run(windows: Windows): Promise<string>;
}
