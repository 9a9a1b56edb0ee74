import type { SettingsProblem } from "#domain/settings.ts";
import {
  isLayer,
  type Layer,
  mergeLayers,
  originsOf,
  type SettingOrigin,
  withoutRemovals,
} from "#domain/settings-layers.ts";
import { lockedChanges, type SettingsLock, withLocks } from "#domain/settings-locks.ts";
import type { AdminLayers } from "./admin-files.ts";

/** Settings of the administrator's files and of `settings.json` together. */
export interface LayeredSettings {
  /** As one document; what is no object is as it is in `settings.json`. */
  readonly document: unknown;
  /** Settings of the layers below `settings.json`. */
  readonly below: Layer;
  readonly locks: readonly SettingsLock[];
  /** File of each value; empty where there are no layers below. */
  readonly origins: readonly SettingOrigin[];
  /** About files that are not used, and about locked keys that `settings.json` has otherwise. */
  readonly problems: readonly SettingsProblem[];
  /** As of the administrator's files. */
  readonly earlier: AdminLayers["earlier"];
  readonly isLacking: boolean;
}

/** `own`: the content of `settings.json`, which is at `location`. */
export function layeredSettings(own: unknown, location: string, admin: AdminLayers): LayeredSettings {
  const { layers, locks, isLacking, earlier } = admin;
  const below = mergeLayers(layers.map(({ document }) => document));
  const common = { below, locks, isLacking, earlier, origins: [], problems: admin.problems };
  if (!isLayer(own)) return { ...common, document: own };
  if (layers.length === 0) return { ...common, document: withoutRemovals(own) };
  const merged = mergeLayers([below, own]);
  const document = withLocks(merged, below, locks);
  const passedOver = lockedChanges(merged, below, locks).map(({ key, lock }) => ({
    key,
    message: `${key} in ${location} is not used: ${lockedBy(lock)}. Delete it there.`,
    instrument: null,
  }));
  return {
    ...common,
    document,
    origins: originsOf(document, [...layers, { file: location, document: own }]),
    problems: [...admin.problems, ...passedOver],
  };
}

/** `it is locked by /etc/skyferry/settings.d/10.json (the network sets it)` */
export function lockedBy({ file, because }: SettingsLock): string {
  return `it is locked by ${file}${because === null ? "" : ` (${because})`}`;
}

/** Problems with the file that the value is from, where that is not `settings.json`. */
export function namingFiles(
  problems: readonly SettingsProblem[],
  origins: readonly SettingOrigin[],
  location: string,
): readonly SettingsProblem[] {
  return problems.map((problem) => {
    const file = originOfKey(origins, problem.key);
    if (file === null || file === location) return problem;
    return { ...problem, message: `${problem.message} It is in ${file}.` };
  });
}

/** File of the value at a key, or of one above it; null where the layers do not say. */
export function originOfKey(origins: readonly SettingOrigin[], key: string): string | null {
  const of = origins.find(
    (one) => key === one.key || key.startsWith(`${one.key}.`) || key.startsWith(`${one.key}[`),
  );
  return of?.file ?? null;
}
