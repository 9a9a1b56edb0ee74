import type { SettingRow } from "./setting-rows.ts";
import { entryName, isLayer, isNamedList, keyBelow, type Layer, valueAt } from "./settings-layers.ts";
import { settingsTable } from "./settings-table.ts";

/** A step of a key: a name, or an entry of a list by its name or number. */
type Step = { readonly name: string } | { readonly entry: string };

/** `instruments[Cloud radar].pid` in its steps; null for what is no key. */
export function stepsOfKey(key: string): readonly Step[] | null {
  const steps: Step[] = [];
  const rest = key.replace(
    /(?:^|\.)([A-Za-z_$][\w$-]*)|\[([^\]]+)\]/gy,
    (_, name?: string, entry?: string) => {
      steps.push(name === undefined ? { entry: entry ?? "" } : { name });
      return "";
    },
  );
  return rest === "" && steps.length > 0 ? steps : null;
}

/** The value at a key; undefined where nothing is said. */
export function valueOfKey(document: Layer, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>((at, step) => {
    if ("name" in step) return isLayer(at) ? valueAt(at, step.name) : undefined;
    return Array.isArray(at) ? at[placeOf(at, step.entry)] : undefined;
  }, document);
}

/** By name, else by number. */
function placeOf(list: readonly unknown[], entry: string): number {
  const index = list.findIndex((one) => entryName(one) === entry);
  return index < 0 && /^\d+$/.test(entry) ? Number(entry) : index;
}

/** A layer that says only this one value; gives a sentence where the key is none that can be set. */
export function layerOf(document: Layer, steps: readonly Step[], value: unknown): Layer | string {
  const keys: string[] = [];
  let at = "";
  let below: unknown = document;
  for (const step of steps) {
    if ("name" in step) {
      keys.push(step.name);
      at = keyBelow(at, step.name);
      below = isLayer(below) ? valueAt(below, step.name) : undefined;
      continue;
    }
    if (!isNamedList(at)) return `${at} has no entries by name: set it as a whole.`;
    const list: readonly unknown[] = Array.isArray(below) ? below : [];
    below = list[placeOf(list, step.entry)];
    keys.push(`[${entryName(below) ?? step.entry}`);
    at = `${at}[]`;
  }
  return keys.reduceRight(outer, value) as Layer;
}

/** Gives the surroundings of a value: an object for a key, a list for an entry. */
function outer(inner: unknown, key: string): unknown {
  if (!key.startsWith("[")) return { [key]: inner };
  const name = key.slice(1);
  return [isLayer(inner) ? { name, ...inner } : { name, removed: true }];
}

/** Row of a setting; null for what has none of its own. */
export function rowOfKey(steps: readonly Step[]): SettingRow | null {
  const names = steps.flatMap((step) => ("name" in step ? [step.name] : []));
  const [section, key] = [names.slice(0, -1).join("."), names.at(-1) ?? ""];
  if (!Object.hasOwn(settingsTable, section)) return null;
  const rows: Readonly<Record<string, SettingRow>> = settingsTable[section as keyof typeof settingsTable];
  return rows[key] ?? null;
}

/** A key of merged settings as it is in one layer, whose lists have other entries at other places. */
export function keyInLayer(key: string, merged: unknown, layer: unknown): string {
  const found = /^((?:notifications\.)?\w+)\[(\d+)\]/.exec(key);
  const [start = "", list = "", index = ""] = found ?? [];
  if (found === null || !isNamedList(list)) return key;
  const entries = (document: unknown): readonly unknown[] => {
    const value = isLayer(document) ? valueOfKey(document, stepsOfKey(list) ?? []) : null;
    return Array.isArray(value) ? value : [];
  };
  const name = entryName(entries(merged)[Number(index)]);
  const place = name === null ? -1 : entries(layer).findIndex((one) => entryName(one) === name);
  return place < 0 ? key : `${list}[${place}]${key.slice(start.length)}`;
}
