import {
  freshInstrument,
  textAt,
  type Written,
  withoutSource,
  withSource,
} from "#renderer/settings-form/settings-document.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";

/** The pages in their order; the first is the address `/setup` itself. */
export const setupSteps = ["portal", "credentials", "instrument", "files", "check"] as const;

export type SetupStep = (typeof setupSteps)[number];

/** The instruments that are being set up, one of them in front; none is in force before the last page. */
export interface NewInstruments {
  /** At least one; it may still be empty. */
  readonly all: readonly Written[];
  /** Place in `all` of the one in front. */
  readonly at: number;
  choose(at: number): void;
  /** Replaces the one in front. */
  change(next: Written): void;
  /** Replaces each of them. */
  changeAll(to: (one: Written) => Written): void;
  /** Takes the one in front out of the setup. */
  leaveOut(): void;
}

/** Those of the draft that the settings do not hold yet. */
export function newInstruments(
  draft: SettingsDraft,
  chosen: number,
  choose: (at: number) => void,
): NewInstruments {
  const { document, saved } = draft;
  const before = saved.document.instruments.length;
  const added = document.instruments.slice(before);
  const all = added.length === 0 ? [freshInstrument] : added;
  const at = Math.min(chosen, all.length - 1);
  return {
    all,
    at,
    choose,
    change: (next) => draft.change(withSource(document, "instruments", before + at, next)),
    changeAll(to) {
      const instruments = [...document.instruments.slice(0, before), ...all.map((one) => ({ ...to(one) }))];
      draft.change({ ...document, instruments });
    },
    leaveOut() {
      draft.change(withoutSource(document, "instruments", before + at));
      choose(0);
    },
  };
}

/** Who it is: site, kind, PID and a name of its own. */
export function isIdentified(instrument: Written): boolean {
  return hasAll(instrument, ["site", "instrument", "pid", "name"]);
}

/** Tells whether it is known where its files are and how they are called. */
export function isLocated(instrument: Written): boolean {
  return hasAll(instrument, ["folder", "pattern"]);
}

/** Nothing of it is left to be asked. */
export function isWhole(instrument: Written): boolean {
  return isIdentified(instrument) && isLocated(instrument);
}

function hasAll(written: Written | null, keys: readonly string[]): boolean {
  return keys.every((key) => textAt(written, key).trim() !== "");
}

/** The first page that something is missing on; null where everything is there. */
export function missingStep(draft: SettingsDraft, instruments: readonly Written[]): SetupStep | null {
  const { portal } = draft.document;
  if (!hasAll(portal, ["url"])) return "portal";
  if (!hasAll(portal, ["username"]) || !hasPassword(draft)) return "credentials";
  if (!instruments.every(isIdentified)) return "instrument";
  return instruments.every(isLocated) ? null : "files";
}

/** Typed, imported, or kept before. */
export function hasPassword({ secret, saved }: SettingsDraft): boolean {
  return secret !== null || saved.password.place !== null;
}
