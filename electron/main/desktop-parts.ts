import type { Sleeper } from "#base/async.ts";
import type { RunProgram } from "#base/session-bus.ts";
import type { ElectronParts } from "./electron-parts.ts";
import type { MistakeSource } from "./restart.ts";
import type { SignalSource } from "./signals.ts";
import type { Updater } from "./updates.ts";

/** Values that the shell remembers between two starts, under short names; no secret in the open. */
export interface ShellMemory {
  read(name: "window" | "updates" | "secrets" | "hardwareAcceleration"): unknown;
  write(name: "window" | "secrets", value: unknown): void;
}

/** Everything of the world that the shell needs; given to it, so that it also runs without Electron. */
export interface DesktopParts extends Sleeper {
  readonly electron: ElectronParts;
  readonly platform: NodeJS.Platform;
  /** Without the program's own name. */
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly paths: {
    /** The bundled preload script. */
    readonly preload: string;
    /** Folder of the built pages. */
    readonly pages: string;
    readonly trayIcons: string;
    /** Null where the system takes the window's icon from the program. */
    readonly windowIcon: string | null;
    /** The program itself, for the system's start at login. */
    readonly program: string;
  };
  /** Opens `shell.json` of the data folder. */
  readonly openMemory: (dataFolder: string) => ShellMemory;
  /** Null where this program was not installed by a package. */
  readonly openUpdater: () => Promise<Updater | null>;
  readonly runProgram: RunProgram;
  readonly signals: SignalSource;
  readonly mistakes: MistakeSource;
  readonly nowMs: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonicMs: () => number;
}
