import { netcdf3Bytes } from "./netcdf3-bytes.ts";

/** A superblock of each version, as the HDF5 File Format Specification lays it out, and zeros up to `size`. */
export function hdf5(version: 0 | 1 | 2 | 3, size: number): Buffer {
  const bytes = Buffer.alloc(size, 7);
  Buffer.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, version]).copy(bytes);
  const [width, base] = version < 2 ? [13, version === 0 ? 24 : 28] : [9, 12];
  bytes[width] = 8;
  bytes.writeBigUInt64LE(0n, base);
  bytes.writeBigUInt64LE(BigInt(size), base + 16);
  return bytes;
}

/** Records of a brightness temperature file with 14 channels. */
export function brightness(records: number, timeReference = 1): Buffer {
  const header = Buffer.alloc(16 + 14 * 12);
  for (const [index, word] of [666_000, records, timeReference, 14].entries())
    header.writeInt32LE(word, index * 4);
  return Buffer.concat([header, Buffer.alloc(records * 65, 3)]);
}

/** Moments of a cloud radar: a header of `headerBytes`, then samples of changing sizes. */
export function radar(headerBytes: number, samples: readonly number[]): Buffer {
  const header = Buffer.alloc(8 + headerBytes + 4, 1);
  header.writeInt32LE(889_348, 0);
  header.writeInt32LE(headerBytes, 4);
  header.writeInt32LE(samples.length, 8 + headerBytes);
  const parts = samples.map((size) => {
    const part = Buffer.alloc(4 + size, 0xa5);
    part.writeInt32LE(size, 0);
    return part;
  });
  return Buffer.concat([header, ...parts]);
}

/** A Doppler lidar's file: a header, then `rays` profiles. */
export function profiles(gates: number, rays: number): Buffer {
  const head = `Filename:\tStare_213_20261123_06.hpl\r\nNumber of gates:\t${gates}\r\n****\r\n`;
  const lines = Array.from({ length: gates }, (_, gate) => `${String(gate).padStart(3)} 0.1 1.0 1.0E-7\r\n`);
  return Buffer.from(head + `6.0 0.0 90.0 0.0 0.0\r\n${lines.join("")}`.repeat(rays));
}

/** Classic NetCDF with a time and a profile for each record. */
export const netcdf = (records: number) =>
  netcdf3Bytes({
    dimensions: { time: 0, range: 50 },
    records,
    variables: [
      {
        name: "time",
        type: "double",
        dimensions: ["time"],
        values: Array.from({ length: records }, (_, i) => i),
      },
      {
        name: "beta",
        type: "short",
        dimensions: ["time", "range"],
        values: Array.from({ length: records * 50 }, (_, i) => i % 100),
      },
    ],
    attributes: { title: "a ceilometer" },
  });

/** Records of a single variable are not padded to four bytes. */
const unpadded = netcdf3Bytes({
  dimensions: { time: 0, digit: 3 },
  records: 501,
  variables: [
    {
      name: "code",
      type: "byte",
      dimensions: ["time", "digit"],
      values: Array.from({ length: 1503 }, () => 1),
    },
  ],
});

/** Title, instrument type and bytes. */
export const goodFiles: readonly (readonly [string, string, Buffer])[] = [
  ["HDF5, superblock 0", "cl61d", hdf5(0, 700_000)],
  ["HDF5, superblock 1", "cl61d", hdf5(1, 70_000)],
  ["HDF5, superblock 2", "mira-35", hdf5(2, 9_000)],
  ["HDF5, superblock 3", "mira-35", hdf5(3, 3000)],
  ["classic NetCDF", "chm15k", netcdf(40)],
  ["classic NetCDF with one variable", "chm15k", unpadded],
  ["a radiometer", "hatpro", brightness(1371)],
  ["a cloud radar", "rpg-fmcw-94", radar(42_377, [5140, 5036, 4984, 5140])],
  [
    "a large cloud radar",
    "rpg-fmcw-94",
    radar(
      42_377,
      Array.from({ length: 60 }, (_, i) => 5000 + i),
    ),
  ],
  ["a Doppler lidar", "halo-doppler-lidar", profiles(250, 3)],
  ["a long Doppler lidar", "halo-doppler-lidar", profiles(400, 30)],
];

/** Verdicts on damaged files. */
export const damaged = (reason: string) => ({ kind: "damaged", reason });
export const cutInHeader = (bytes: number) => damaged(`is cut off in its header, after ${bytes} bytes`);
export const isShort = (needed: number, size: number) =>
  damaged(`is cut off: its header says ${needed} bytes, it has ${size}`);
