import { type Dataset, File as Hdf5File, ready } from "h5wasm";

let written = 0;

/** The bytes of an HDF5 file that `write` makes. */
export async function hdf5Bytes(write: (file: Hdf5File) => void): Promise<Uint8Array> {
  const { FS } = await ready;
  const path = `/test-${++written}.nc`;
  const file = new Hdf5File(path, "w", { track_order: true });
  write(file);
  file.close();
  const bytes = FS.readFile(path);
  FS.unlink(path);
  return bytes;
}

/** A dataset that is a dimension of its own name, as NetCDF-4 writes it. */
export function scale(
  file: Hdf5File,
  name: string,
  data: Float32Array | Float64Array,
  attributes: Record<string, string>,
): Dataset {
  const dataset = file.create_dataset({ name, data });
  for (const [key, value] of Object.entries(attributes)) dataset.create_attribute(key, value);
  dataset.make_scale(name);
  return dataset;
}
