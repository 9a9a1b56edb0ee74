import type { Surroundings } from "./command.ts";
import type { globalFlags } from "./tables/shared-flags.ts";

/** A flag of a command. Without `value` and `choices` it is a switch. */
export interface CommandFlag {
  /** Meaning in one line; the default is told behind it. */
  readonly text: string;
  /** Stands for its value: `DIR` and `FILE` are completed as paths. */
  readonly value?: string;
  /** The values that it takes. */
  readonly choices?: readonly string[];
  /** Its value is a whole number, both bounds included. */
  readonly whole?: { readonly from: number; readonly to: number };
  /** The value where it is not given. */
  readonly default?: string;
  /** Words about what holds where it is not given, and no value says it: "any free one". */
  readonly otherwise?: string;
  readonly isRequired?: true;
  /** May be given more than once. */
  readonly isMany?: true;
  /** Only these actions of the command take it; left out: all. */
  readonly actions?: readonly string[];
}

/** A word beside flags, after the action. */
export interface Word {
  /** Stands for it: `PATH`. `PATH`, `FILE` and `FILE.toml` are completed as paths. */
  readonly name: string;
  readonly text: string;
  readonly choices?: readonly string[];
  readonly isRequired?: true;
  /** Any number of them; the last word of a command alone can be so. */
  readonly isMany?: true;
}

export type Flags = Readonly<Record<string, CommandFlag>>;

/** All that a command line, its help, the manual page, the completions and docs/cli*.md know of a command. */
export interface CommandTable {
  readonly name: string;
  /** A clause without its subject, for the list of commands: "runs once: finds, delivers, reports, ends". */
  readonly summary: string;
  /** Sentences behind the summary. */
  readonly about?: string;
  /** Words of which the first one is: `install`, with what it does. */
  readonly actions?: Readonly<Record<string, string>>;
  readonly words?: readonly Word[];
  /** Besides those of every command (`globalFlags`), in the order of the help. */
  readonly flags: Flags;
  /** Words of a command line behind `skyferry`, and what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  readonly exits: Readonly<Record<number, string>>;
}

/** A table, with its names and choices as types. */
export function table<const T extends CommandTable>(one: T): T {
  return one;
}

type ValueOf<F extends CommandFlag> = F extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : F extends { readonly whole: object }
    ? number
    : F extends { readonly value: string }
      ? string
      : boolean;

type IsSwitch<F extends CommandFlag> = F extends { readonly value: string } | { readonly choices: object }
  ? false
  : true;

type Given<F extends CommandFlag> = F extends { readonly isMany: true } ? readonly ValueOf<F>[] : ValueOf<F>;

/** Values of flags: false for a switch that is not given, undefined for another flag that is not and has no default. */
export type FlagValues<F extends Flags> = {
  readonly [N in keyof F]: F[N] extends { readonly default: string } | { readonly isRequired: true }
    ? Given<F[N]>
    : IsSwitch<F[N]> extends true
      ? boolean
      : Given<F[N]> | undefined;
};

/** A command line, read by a table. */
export interface Arguments<T extends CommandTable> {
  readonly flags: FlagValues<T["flags"] & typeof globalFlags>;
  /** Undefined for a command without actions. */
  readonly action: T extends { readonly actions: infer A } ? keyof A : undefined;
  /** Words beside flags and action. */
  readonly words: readonly string[];
}

/** Gives the exit code: 0 well, 1 something needs attention, 2 bad usage or settings, `startAgain`. */
export type Run<T extends CommandTable> = (given: Arguments<T>, around: Surroundings) => Promise<number>;
