/**
 * Settings in layers: what an administrator's files say, and above them `settings.json`. Later layers win; objects merge by key,
 * the entries of named lists by name; `null` takes a key out, `{"name":N,"removed":true}` an entry.
 */

/** An object of a settings file as it is written; nothing in it has been checked. */
export type Layer = Readonly<Record<string, unknown>>;

/** A layer and the file that it is from. */
export interface FileLayer {
  readonly file: string;
  readonly document: Layer;
}

/** A value of merged settings and the file that it is from. `key` as in problems: `instruments[1].pid`. */
export interface SettingOrigin {
  readonly key: string;
  readonly file: string;
}

const namedLists: ReadonlySet<string> = new Set(["instruments", "models", "notifications.channels"]);

/** True for the key of a list whose entries are known by `name`. */
export function isNamedList(key: string): boolean {
  return namedLists.has(key);
}

export function isLayer(value: unknown): value is Layer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Name of an entry of a named list; null where it has none. */
export function entryName(entry: unknown): string | null {
  const name = isLayer(entry) ? entry.name : null;
  return typeof name === "string" && name.trim() !== "" ? name.trim() : null;
}

/** Also of a key such as `constructor`, which every object has. */
export function valueAt(layer: Layer, key: string): unknown {
  return Object.hasOwn(layer, key) ? layer[key] : undefined;
}

/** `portal` + `url` is `portal.url`. */
export function keyBelow(parent: string, key: string): string {
  return parent === "" ? key : `${parent}.${key}`;
}

/** Settings that several layers give together, the first one lowest. */
export function mergeLayers(layers: readonly Layer[]): Layer {
  return layers.reduce(mergedOver, {});
}

/** `below` with what `above` says; a key of `below` that is null stays. */
export function mergedOver(below: Layer, above: Layer): Layer {
  return mergedObject(below, above, "");
}

function mergedObject(below: Layer, above: Layer, at: string): Layer {
  // Not by assignment: a key may be "__proto__".
  const merged = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above))
    if (value === null) merged.delete(key);
    else merged.set(key, mergedValue(merged.get(key), value, keyBelow(at, key)));
  return Object.fromEntries(merged);
}

function mergedValue(below: unknown, above: unknown, at: string): unknown {
  if (isLayer(above)) return mergedObject(isLayer(below) ? below : {}, above, at);
  if (!isNamedList(at) || !Array.isArray(above)) return above;
  return mergedList(Array.isArray(below) ? below : [], above, at);
}

/** A second entry of one name in one layer stays an entry of its own, for the check to find. */
function mergedList(below: readonly unknown[], above: readonly unknown[], at: string): readonly unknown[] {
  const merged: unknown[] = [...below];
  const places = new Map(merged.map((entry, index) => [entryName(entry), index]));
  places.delete(null);
  for (const entry of above) {
    const name = entryName(entry);
    const index = places.get(name);
    places.delete(name);
    if (isRemoval(entry)) {
      if (index !== undefined) merged[index] = undefined;
    } else if (!isLayer(entry)) merged.push(entry);
    else if (index === undefined) merged.push(mergedObject({}, entry, at));
    else merged[index] = mergedObject(merged[index] as Layer, entry, at);
  }
  return merged.filter((entry) => entry !== undefined);
}

function isRemoval(entry: unknown): entry is Layer {
  return isLayer(entry) && entry.removed === true;
}

/** The document without the entries that only say that something below is removed, where nothing is below. */
export function withoutRemovals(document: Layer, at = ""): Layer {
  const kept = Object.entries(document).map(([key, value]) => {
    const full = keyBelow(at, key);
    if (isNamedList(full) && Array.isArray(value) && value.some(isRemoval))
      return [key, value.filter((entry) => !isRemoval(entry))];
    return [key, full === "notifications" && isLayer(value) ? withoutRemovals(value, full) : value];
  });
  return Object.fromEntries(kept);
}

/**
 * Content of the uppermost layer that gives `wanted` with those below: only what differs, so that a later
 * change below still gets through. A value that `own`, the layer as it is now, has like the one below stays.
 */
export function layerAbove(wanted: Layer, below: Layer, own: Layer): Layer {
  return objectAbove(wanted, below, own, "");
}

function objectAbove(wanted: Layer, below: Layer, own: Layer, at: string): Layer {
  const said = new Map<string, unknown>();
  for (const [key, value] of Object.entries(wanted)) {
    const differing = valueAbove(value, valueAt(below, key), valueAt(own, key), keyBelow(at, key));
    if (differing !== undefined) said.set(key, differing);
  }
  for (const key of Object.keys(below)) if (valueAt(wanted, key) === undefined) said.set(key, null);
  return Object.fromEntries(said);
}

/** `undefined`: nothing need be said. */
function valueAbove(wanted: unknown, below: unknown, own: unknown, at: string): unknown {
  if (isNamedList(at) && Array.isArray(wanted)) {
    const entries = listAbove(wanted, Array.isArray(below) ? below : [], Array.isArray(own) ? own : [], at);
    const isSaid = entries.length > 0 || !Array.isArray(below) || Array.isArray(own);
    return isSaid ? entries : undefined;
  }
  if (isLayer(wanted) && isLayer(below)) {
    const differing = objectAbove(wanted, below, isLayer(own) ? own : {}, at);
    return Object.keys(differing).length === 0 ? undefined : differing;
  }
  return isSameValue(wanted, below) && !isSameValue(wanted, own) ? undefined : wanted;
}

function listAbove(
  wanted: readonly unknown[],
  below: readonly unknown[],
  own: readonly unknown[],
  at: string,
): readonly unknown[] {
  const [lower, upper] = [byName(below), byName(own)];
  const left = new Set(lower.keys());
  const entries = wanted.flatMap((entry) => {
    const name = entryName(entry);
    if (name === null || !isLayer(entry) || !left.delete(name)) return [entry];
    const { name: _, ...differing } = objectAbove(entry, lower.get(name) ?? {}, upper.get(name) ?? {}, at);
    const isSaid = Object.keys(differing).length > 0 || (upper.has(name) && !isRemoval(upper.get(name)));
    return isSaid ? [{ name: entry.name, ...differing }] : [];
  });
  const names = new Set(wanted.map(entryName));
  const former = [...upper].filter(
    ([name, entry]) => isRemoval(entry) && !names.has(name) && !lower.has(name),
  );
  return [
    ...entries,
    ...[...left].map((name) => ({ name, removed: true })),
    ...former.map(([, entry]) => entry),
  ];
}

/** The first entry of each name. */
export function byName(list: readonly unknown[]): ReadonlyMap<string, Layer> {
  const found = new Map<string, Layer>();
  for (const entry of list) {
    const name = entryName(entry);
    if (name !== null && isLayer(entry) && !found.has(name)) found.set(name, entry);
  }
  return found;
}

/** Whatever the order of keys; a key that is null is as one that is not there. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSameValue(value, other[index]));
  if (!isLayer(one) || !isLayer(other)) return (one ?? null) === (other ?? null);
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSameValue(valueAt(one, key), valueAt(other, key)));
}

/** File of each value of merged settings; `key` stands for all that is below it, too, where that is from one file. */
export function originsOf(merged: Layer, layers: readonly FileLayer[]): readonly SettingOrigin[] {
  return childOrigins(
    Object.entries(merged).map(([key, value]) => ({
      key,
      list: key,
      value,
      layers: layers.map(({ file, document }) => ({ file, value: valueAt(document, key) })),
    })),
  ).flat();
}

interface Traced {
  readonly key: string;
  /** `key` without the numbers of entries. */
  readonly list: string;
  readonly value: unknown;
  readonly layers: readonly { readonly file: string; readonly value: unknown }[];
}

function childOrigins(children: readonly Traced[]): readonly (readonly SettingOrigin[])[] {
  return children.map((child) => originOf(child));
}

function originOf({ key, list, value, layers }: Traced): readonly SettingOrigin[] {
  const saying = layers.filter((layer) => layer.value !== undefined && layer.value !== null);
  const last = saying.at(-1);
  if (last === undefined) return [];
  if (isNamedList(list) && Array.isArray(value)) {
    const lists = saying.map((layer) => ({
      file: layer.file,
      entries: byName(Array.isArray(layer.value) ? layer.value : []),
    }));
    return value.flatMap((entry, index) => {
      const name = entryName(entry);
      const of = lists.map(({ file, entries }) => ({
        file,
        value: name === null ? null : entries.get(name),
      }));
      return originOf({ key: `${key}[${index}]`, list: `${list}[]`, value: entry, layers: of });
    });
  }
  if (!isLayer(value)) return [{ key, file: last.file }];
  const below = childOrigins(
    Object.entries(value).map(([name, inner]) => ({
      key: keyBelow(key, name),
      list: keyBelow(list, name),
      value: inner,
      layers: saying.flatMap(({ file, value: outer }) =>
        isLayer(outer) ? [{ file, value: valueAt(outer, name) }] : [],
      ),
    })),
  );
  const files = new Set(below.flat().map(({ file }) => file));
  const isWhole = files.size <= 1 && below.every((rows) => rows.length === 1);
  return isWhole ? [{ key, file: below[0]?.[0]?.file ?? last.file }] : below.flat();
}

/** A value as it is written and the file that it is from. */
export interface SettingValue extends SettingOrigin {
  readonly value: unknown;
}

/** Each value of settings with its file; `own` is the file of what the layers do not tell. */
export function valuesIn(
  document: Layer,
  origins: readonly SettingOrigin[],
  own: string,
): readonly SettingValue[] {
  const files = new Map(origins.map(({ key, file }) => [key, file]));
  const walk = (value: unknown, key: string, above: string, isNamed: boolean): readonly SettingValue[] => {
    const file = files.get(key) ?? above;
    if (isNamed && Array.isArray(value))
      return value.flatMap((entry, index) => walk(entry, `${key}[${index}]`, file, false));
    if (!isLayer(value)) return [{ key, value, file }];
    return Object.entries(value).flatMap(([name, inner]) => {
      const full = keyBelow(key, name);
      return walk(inner, full, file, isNamedList(full));
    });
  };
  return walk(document, "", own, false);
}
