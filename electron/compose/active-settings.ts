import type { SettingsFile } from "#adapters/settings/settings-store.ts";
import { onFileChanged } from "#adapters/watched-file.ts";
import { createInTurn, raceTimeout } from "#base/async.ts";
import type { Settings } from "#domain/settings.ts";
import type { Clock, Log } from "#engine/ports/host.ts";

/** As the file gives them: what can be used of it, and what is wrong with the rest. */
export type ReadSettings = Awaited<ReturnType<SettingsFile["load"]>>;

/** The settings that a host works with. */
export interface SettingsInForce {
  now(): Settings;
  /** Resolves when what is in the file is in force, or after a while where a drive that hangs is asked for. */
  readAgain(): Promise<void>;
  /** Settings or the password file changed: they are read again, and what was held for them is tried again. */
  follow(): () => void;
}

export interface InForceParts {
  readonly file: SettingsFile;
  /** Null where there is none. */
  readonly passwordFile: string | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly first: Settings;
  /**
   * Puts them in force before its first wait; resolves when the host has gone through its folders with them. That may
   * take hours on a slow share, and the next settings do not wait for it.
   */
  take(next: ReadSettings): Promise<void>;
}

const passwordPollMs = 2_000;
const timeoutMs = 5_000;

/** Readings take turns, or a slow look at an absent drive would bring older settings back. */
export function createSettingsInForce(parts: InForceParts): SettingsInForce {
  const { file, passwordFile, clock, log, take } = parts;
  let settings = parts.first;
  const inTurn = createInTurn();

  const onMistake = (error: unknown): void =>
    log.error("internal error in the settings", { error: String(error) });
  const read = async (): Promise<void> => {
    const next = await file.load();
    settings = next.settings;
    log.info("the settings were reloaded", { problems: next.problems.length });
    take(next).catch(onMistake);
  };
  const readInTurn = (): Promise<void> => inTurn(read).catch(onMistake);
  return {
    now: () => settings,
    readAgain: () => raceTimeout(readInTurn, { clock, ms: timeoutMs }, undefined),
    follow() {
      const again = () => void readInTurn();
      const ends = [file.onChanged(again)];
      if (passwordFile !== null) ends.push(onFileChanged(passwordFile, passwordPollMs, again));
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
