import { type Attribute, BrokenSoftLink, Dataset, ExternalLink, Group } from "h5wasm";
import { unshownValues } from "#domain/netcdf.ts";
import { hiddenAttributes, nameOf, typeOf } from "./hdf5-names.ts";
import type { ViewAttribute } from "./netcdf-view.ts";

const mostObjects = 2_000;
const mostDepth = 16;
const mostAttributes = 500;
/** Larger attributes and texts are named and not read. */
export const mostTextBytes = 1_000_000;
/** Attributes beyond these bytes, of all variables together, are named and not read: many names can mean one variable. */
const mostAttributeBytes = 4_000_000;
/** Texts of any length, of which a file may name one many times. */
const mostTexts = 1_000;

/** A variable as it lies in the file. */
export interface Found {
  readonly name: string;
  readonly dataset: Dataset;
  /** Read once: each look at `dataset.attrs` goes through the file again. */
  readonly raw: Readonly<Record<string, Attribute>>;
  readonly attributes: readonly ViewAttribute[];
}

/** State of a walk: all that was met so far. */
export interface Walk {
  readonly found: Found[];
  readonly notes: string[];
  /** Groups and variables, also through links that lead round and round. */
  met: number;
  /** Bytes of the attributes that were read. */
  attributeBytes: number;
}

/** Gathers the variables of a group and of those in it; its own come first, and no links lead it round forever. */
export function collect(group: Group, depth: number, walk: Walk): void {
  const { found, notes } = walk;
  const inner: Group[] = [];
  for (const key of group.keys()) {
    const name = nameOf(`${group.path}/${key}`);
    if (isFull(walk)) break;
    walk.met += 1;
    try {
      const entity = group.get(key);
      if (entity instanceof Group) inner.push(entity);
      else if (entity instanceof ExternalLink)
        notes.push(`"${name}" is in another file (${entity.filename}) and is not shown.`);
      else if (entity instanceof BrokenSoftLink) notes.push(`"${name}" points to nothing.`);
      else if (entity instanceof Dataset) {
        // Damaged descriptions show here, not later.
        void entity.metadata.type;
        const raw = rawOf(entity, `"${name}"`, notes);
        found.push({ name, dataset: entity, raw, attributes: attributesOf(raw, `"${name}"`, walk) });
      }
    } catch (error) {
      if (error instanceof RangeError) throw error;
      notes.push(`"${name}" cannot be read.`);
    }
  }
  const isTooDeep = inner.length > 0 && depth >= mostDepth;
  if (isTooDeep || isFull(walk)) notes.push("The file has more groups or variables than are shown here.");
  else for (const one of inner) collect(one, depth + 1, walk);
}

function isFull(walk: Walk): boolean {
  return walk.met >= mostObjects;
}

export function rawOf(
  of: Group | Dataset,
  what: string,
  notes: string[],
): Readonly<Record<string, Attribute>> {
  try {
    return of.attrs;
  } catch {
    notes.push(`The attributes of ${what} cannot be read.`);
    return {};
  }
}

export function attributesOf(
  raw: Readonly<Record<string, Attribute>>,
  what: string,
  walk: Walk,
): readonly ViewAttribute[] {
  const shown = Object.values(raw).filter(({ name }) => !hiddenAttributes.has(name));
  if (shown.length > mostAttributes)
    walk.notes.push(`Only the first ${mostAttributes} attributes of ${what} are shown.`);
  return shown.slice(0, mostAttributes).map((attribute) => attributeOf(attribute, walk));
}

function attributeOf(attribute: Attribute, walk: Walk): ViewAttribute {
  const { name, metadata } = attribute;
  const aside = (value: string): ViewAttribute => ({ name, value, type: "text" });
  const bytes = metadata.size * metadata.total_size;
  const isLong = bytes > mostTextBytes || (metadata.vlen && metadata.total_size > mostTexts);
  if (isLong || walk.attributeBytes > mostAttributeBytes) return aside(unshownValues.tooLong);
  walk.attributeBytes += bytes;
  try {
    const type = typeOf(metadata);
    if (type.holds === "other") return aside(`(${type.name})`);
    const { value } = attribute;
    if (type.holds === "text") {
      const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
      walk.attributeBytes += text.length;
      return { name, value: text, type: "text" };
    }
    const kind = type.holds === "integers" ? "integer" : "float";
    return { name, value: Array.from(asNumbers(value)), type: kind };
  } catch {
    return aside(unshownValues.unreadable);
  }
}

export function asNumbers(value: unknown): Float32Array | Float64Array {
  if (value instanceof Float32Array || value instanceof Float64Array) return value.slice();
  if (ArrayBuffer.isView(value) || Array.isArray(value))
    return Float64Array.from(value as ArrayLike<number>, Number);
  return Float64Array.of(Number(value));
}
