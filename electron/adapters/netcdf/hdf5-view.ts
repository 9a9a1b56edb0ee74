import { type Dataset, File as Hdf5File } from "h5wasm";
import { phrase } from "#base/phrase.ts";
import type { NetcdfDimension } from "#domain/netcdf.ts";
import { openLibrary } from "./hdf5-library.ts";
import { nameOf, typeOf } from "./hdf5-names.ts";
import { asNumbers, attributesOf, collect, type Found, mostTextBytes, rawOf } from "./hdf5-walk.ts";
import { indexesOf, mostPieceBytes, NetcdfError, type NetcdfView, type ViewVariable } from "./netcdf-view.ts";
import type { FileBytes } from "./plain-file.ts";

/** The file as a sentence names it. */
const itself = phrase("the file");

/** Number of files opened so far: the library takes a file of the same name for the same file. */
let opened = 0;
/** Opens an HDF5 file and shows it as NetCDF-4 does. Throws where it is damaged. */
export async function openHdf5(bytes: FileBytes): Promise<NetcdfView> {
  const { FS } = await openLibrary();
  // A name of the library's own, not of the disk: links to other files find nothing there.
  const memoryPath = `/looked-at-${++opened}.nc`;
  FS.writeFile(memoryPath, new Uint8Array(0));
  readFrom(FS.lookupPath(memoryPath, {}).node, bytes);
  const file = new Hdf5File(memoryPath, "r");
  const close = (): void => {
    file.close();
    FS.unlink(memoryPath);
  };
  try {
    return viewOf(file, close);
  } catch (error) {
    close();
    throw error;
  }
}

/** A file of the library's memory as far as this concerns it; its types know none of this. */
interface MemoryFile {
  usedBytes: number;
  stream_ops: object;
}

/** Has the library read what it asks for from the disk, so that the file itself is never in memory. */
function readFrom(node: unknown, bytes: FileBytes): void {
  const file = node as MemoryFile;
  const read = (_: unknown, memory: Uint8Array, at: number, length: number, from: number): number =>
    bytes.read(new Uint8Array(memory.buffer, memory.byteOffset + at, length), from);
  file.usedBytes = bytes.size;
  file.stream_ops = { ...file.stream_ops, read };
}

function viewOf(file: Hdf5File, close: () => void): NetcdfView {
  const notes: string[] = [];
  const found: Found[] = [];
  const walk = { found, notes, met: 0, attributeBytes: 0 };
  collect(file, 0, walk);
  const scales = found.filter(isScale);
  const dimensions = scales.map(dimensionOf);
  const byId = new Map(scales.flatMap((scale) => idsOf(scale).map((id) => [id, scale.name])));
  const shown = found.filter((one) => !isBareDimension(one));
  const datasets = new Map(shown.map(({ name, dataset }) => [name, dataset]));
  const variables = shown.map((one) => variableOf(one, byId));
  const datasetOf = ({ name }: ViewVariable): Dataset => {
    const dataset = datasets.get(name);
    if (dataset === undefined) throw new NetcdfError(`{file} has no variable "${name}".`);
    return dataset;
  };
  return {
    format: "NetCDF-4 (HDF5)",
    dimensions,
    variables,
    attributes: attributesOf(rawOf(file, itself, notes), itself, walk),
    notes,
    close,
    rowsOfPiece(variable) {
      const chunks = datasetOf(variable).metadata.chunks;
      return chunks?.[outermost(variable.shape)] ?? 1;
    },
    numbers(variable, rows) {
      const dataset = datasetOf(variable);
      const { from, to } = indexesOf(variable.shape, rows);
      refuseLargePieces(dataset);
      if (from === to) return asNumbers([]);
      if (rows === undefined) return asNumbers(dataset.value);
      const at = outermost(variable.shape);
      return asNumbers(
        dataset.slice(variable.shape.map((size, index) => (index === at ? [rows.from, rows.to] : [0, size]))),
      );
    },
    texts(variable, most) {
      const dataset = datasetOf(variable);
      refuseLargePieces(dataset);
      const { size, vlen } = dataset.metadata;
      if (!vlen && size > mostTextBytes) return [];
      const texts = firstOf(dataset, variable.shape, vlen || size !== 1 ? most : most * 1_000);
      const isOfLetters = !vlen && size === 1 && variable.shape.length > 0;
      return isOfLetters ? lines(texts, variable.shape.at(-1) ?? 1).slice(0, most) : texts.slice(0, most);
    },
  };
}

/** Index of the outermost dimension that has more than one value. */
function outermost(shape: readonly number[]): number {
  return Math.max(
    0,
    shape.findIndex((size) => size !== 1),
  );
}

function dimensionOf({ name, dataset }: Found): NetcdfDimension {
  const isUnlimited = (dataset.metadata.maxshape?.[0] ?? 0) > Number.MAX_SAFE_INTEGER;
  return { name, size: dataset.shape?.[0] ?? 0, isUnlimited };
}

function variableOf(one: Found, byId: ReadonlyMap<number, string>): ViewVariable {
  const { metadata } = one.dataset;
  const shape = metadata.shape ?? [0];
  const type = typeOf(metadata);
  const members = Object.entries(metadata.enum_type?.members ?? {});
  return {
    name: one.name,
    type: type.name,
    holds: type.holds,
    dimensions: dimensionNames(one, shape, byId),
    shape,
    attributes: one.attributes,
    members: members.map(([label, value]) => ({ value: Number(value), label })),
    fault: null,
  };
}

/** Gives the names of attached scales; a coordinate is its own dimension; where nothing is attached, "unnamed" with its place. */
function dimensionNames(
  one: Found,
  shape: readonly number[],
  byId: ReadonlyMap<number, string>,
): readonly string[] {
  const unnamed = (index: number): string => `unnamed ${index + 1}`;
  if (isScale(one)) {
    const ids = numbersIn(one, "_Netcdf4Coordinates");
    return shape.map((_, index) => {
      const id = ids[index];
      const known = id === undefined ? undefined : byId.get(id);
      return known ?? (index === 0 ? one.name : unnamed(index));
    });
  }
  if (one.raw.DIMENSION_LIST === undefined) return shape.map((_, index) => unnamed(index));
  return shape.map((_, index) => {
    const scale = one.dataset.get_attached_scales(index)[0];
    return scale === undefined ? unnamed(index) : nameOf(scale);
  });
}

function isScale(one: Found): boolean {
  return textIn(one, "CLASS") === "DIMENSION_SCALE";
}

/** A dimension without a variable, which NetCDF-4 keeps as an empty scale. */
function isBareDimension(one: Found): boolean {
  return textIn(one, "NAME").startsWith("This is a netCDF dimension but not a netCDF variable");
}

/** The number by which `_Netcdf4Coordinates` means it; none in files that other libraries than NetCDF-4's wrote. */
function idsOf(one: Found): readonly number[] {
  return numbersIn(one, "_Netcdf4Dimid").slice(0, 1);
}

function textIn({ raw }: Found, name: string): string {
  const attribute = raw[name];
  return attribute !== undefined && attribute.metadata.type === 3 ? String(attribute.value) : "";
}

function numbersIn({ raw }: Found, name: string): readonly number[] {
  const attribute = raw[name];
  return attribute !== undefined && attribute.metadata.type === 0
    ? Array.from(asNumbers(attribute.value))
    : [];
}

/** A compressed piece is unpacked whole, whatever part of it is asked for. */
function refuseLargePieces(dataset: Dataset): void {
  const { chunks, size } = dataset.metadata;
  if (chunks !== null && chunks.reduce((bytes, length) => bytes * length, size) > mostPieceBytes)
    throw new NetcdfError(
      "{file} is packed in pieces that are too large to be unpacked here. Download it and open it with another program.",
    );
}

function firstOf(dataset: Dataset, shape: readonly number[], most: number): readonly string[] {
  if (shape.some((length) => length === 0)) return [];
  const value = shape.length === 0 ? dataset.value : dataset.slice(firstSlice(shape, most));
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** Enough of the innermost dimensions to give `most` values, or all. */
function firstSlice(shape: readonly number[], most: number): [number, number][] {
  let left = most;
  return shape
    .toReversed()
    .map((length): [number, number] => {
      const taken = Math.min(length, Math.max(1, left));
      left = Math.floor(left / length);
      return [0, taken];
    })
    .toReversed();
}

/** Letters given one by one, made into texts of `length`. */
function lines(letters: readonly string[], length: number): readonly string[] {
  const made: string[] = [];
  for (let at = 0; at < letters.length; at += Math.max(1, length))
    made.push(
      letters
        .slice(at, at + length)
        .join("")
        .trimEnd(),
    );
  return made;
}
