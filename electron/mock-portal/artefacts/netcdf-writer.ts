import { Dataset, File as Hdf5File, ready } from "h5wasm";

/** Text, or numbers of one HDF5 type: `b` 8-bit integer, `f` 32-bit float. */
type AttributeValue = string | { type: "b" | "f"; numbers: readonly number[] };

/** Attributes of a file or of a variable, in their order. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** A variable of a netCDF-4 file. */
export type Hdf5Variable = {
  name: string;
  /** Names of dimensions; none for a scalar. */
  dimensions: readonly string[];
  values: Float32Array | Float64Array | Int8Array | Int32Array;
  attributes: Attributes;
  /** Attributes that differ from file to file of the same kind. */
  ownAttributes?: Attributes;
};

/** A netCDF-4 file in memory. Each dimension needs a variable of its own name, its coordinate. */
type NetcdfFile = {
  dimensions: Readonly<Record<string, number>>;
  variables: readonly Hdf5Variable[];
  attributes: Attributes;
  /** Attributes that differ from file to file of the same kind, such as the uuid. */
  ownAttributes: Attributes;
};

/** A function that writes netCDF-4 files. */
export type NetcdfWriter = (file: NetcdfFile) => Uint8Array;

/** HDF5 writes the time of creation into every object; here it is always this. */
const FIXED_TIME_MS = Date.UTC(2020, 0, 1);
/** Smaller variables are not worth a filter. */
const DEFLATE_FROM_VALUES = 512;
const DEFLATE_LEVEL = 2;
/** In the memory of the library, not on disk. */
const PATH = "/written.nc";

/**
 * Loads the HDF5 library, which takes some 50 ms. The writer's bytes depend on its argument alone. Parts that files of one
 * kind have in common are written once and kept as a template, because that is most of the work.
 */
export async function openNetcdfWriter(): Promise<NetcdfWriter> {
  const { FS } = await ready;
  const templates = new Map<string, Uint8Array>();
  const written = (mode: "w" | "a", write: (hdf5: Hdf5File) => void): Uint8Array =>
    atFixedTime(() => {
      const hdf5 = new Hdf5File(PATH, mode, { track_order: true });
      write(hdf5);
      hdf5.close();
      const bytes = FS.readFile(PATH);
      FS.unlink(PATH);
      return bytes;
    });
  return (file) => {
    const kind = kindOf(file);
    const template = templates.get(kind) ?? written("w", (hdf5) => writeCommon(hdf5, file));
    templates.set(kind, template);
    FS.writeFile(PATH, template);
    return written("a", (hdf5) => writeOwn(hdf5, file));
  };
}

/** Coordinates and scalars belong to the kind of file; what was measured differs from file to file. */
function isCommon(file: NetcdfFile, { name, dimensions }: Hdf5Variable): boolean {
  return name in file.dimensions || dimensions.length === 0;
}

function kindOf(file: NetcdfFile): string {
  const variables = file.variables.map((variable) => {
    const { name, dimensions, attributes, values } = variable;
    return [
      name,
      dimensions,
      attributes,
      typeOf(values),
      isCommon(file, variable) ? [...values] : values.length,
    ];
  });
  return JSON.stringify([file.dimensions, variables, file.attributes]);
}

function writeCommon(hdf5: Hdf5File, file: NetcdfFile): void {
  const isCoordinate = ({ name }: Hdf5Variable) => name in file.dimensions;
  for (const coordinate of file.variables.filter(isCoordinate)) {
    createVariable(hdf5, file, coordinate).make_scale(coordinate.name);
  }
  for (const variable of file.variables.filter((candidate) => !isCoordinate(candidate))) {
    const dataset = createVariable(hdf5, file, variable);
    variable.dimensions.forEach((dimension, index) => {
      dataset.attach_scale(index, `/${dimension}`);
    });
  }
  writeAttributes(hdf5, file.attributes);
}

function writeOwn(hdf5: Hdf5File, file: NetcdfFile): void {
  for (const variable of file.variables) {
    const needsValues = !isCommon(file, variable);
    if (!needsValues && variable.ownAttributes === undefined) continue;
    const dataset = new Dataset(hdf5.file_id, `/${variable.name}`);
    if (needsValues)
      dataset.write_slice(
        shapeOf(file, variable).map((length) => [0, length]),
        variable.values,
      );
    writeAttributes(dataset, variable.ownAttributes ?? {});
  }
  writeAttributes(hdf5, file.ownAttributes);
}

function createVariable(hdf5: Hdf5File, file: NetcdfFile, variable: Hdf5Variable): Dataset {
  const shape = shapeOf(file, variable);
  const isDeflated = variable.values.length >= DEFLATE_FROM_VALUES;
  const dataset = hdf5.create_dataset({
    name: variable.name,
    data: isCommon(file, variable) ? variable.values : variable.values.map(() => 0),
    shape,
    dtype: typeOf(variable.values),
    track_order: true,
    ...(isDeflated ? { chunks: shape, compression: "gzip", compression_opts: DEFLATE_LEVEL } : {}),
  });
  writeAttributes(dataset, variable.attributes);
  return dataset;
}

function shapeOf(file: NetcdfFile, variable: Hdf5Variable): number[] {
  return variable.dimensions.map((dimension) => file.dimensions[dimension] ?? 0);
}

function writeAttributes(object: Hdf5File | Dataset, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "string") {
      object.create_attribute(name, value, [], `S${Math.max(1, Buffer.byteLength(value))}`);
    } else {
      object.create_attribute(name, [...value.numbers], [value.numbers.length], `<${value.type}`);
    }
  }
}

function typeOf(values: Hdf5Variable["values"]): string {
  if (values instanceof Float32Array) return "<f";
  if (values instanceof Float64Array) return "<d";
  return values instanceof Int8Array ? "<b" : "<i";
}

/** The library asks `Date.now` for the time and offers no way to leave it out; `write` runs to its end at once. */
function atFixedTime<T>(write: () => T): T {
  const now = Date.now;
  Date.now = () => FIXED_TIME_MS;
  try {
    return write();
  } finally {
    Date.now = now;
  }
}
