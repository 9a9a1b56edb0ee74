import type { NetcdfWriter } from "./netcdf-writer.ts";
import type { Sky } from "./sky.ts";

/** Facts that a raw file states about itself; two files that differ in any of them differ in their bytes. */
export type RawSubject = {
  instrumentName: string;
  serialNumber: string | null;
  siteName: string;
  filename: string;
  tags: readonly string[];
};

/** A netCDF-4 file as ceilometers and some radars write: backscatter and echo, few attributes. */
export function rawNetcdf(write: NetcdfWriter, subject: RawSubject, sky: Sky): Uint8Array {
  const cells = { dimensions: ["time", "range"], attributes: { units: "1" } };
  return write({
    dimensions: { time: sky.timeCount, range: sky.heightCount },
    variables: [
      {
        name: "time",
        dimensions: ["time"],
        values: Float64Array.from(sky.hours),
        attributes: {},
        ownAttributes: { units: `hours since ${sky.date} 00:00:00` },
      },
      { name: "range", dimensions: ["range"], values: sky.heightsM, attributes: { units: "m" } },
      { name: "signal", ...cells, values: sky.backscatter.map((value) => (Number.isNaN(value) ? 0 : value)) },
      { name: "echo", ...cells, values: sky.reflectivity.map((dBZ) => (Number.isNaN(dBZ) ? -999 : dBZ)) },
    ],
    attributes: {
      title: subject.instrumentName,
      location: subject.siteName,
      serial_number: subject.serialNumber ?? "unknown",
    },
    ownAttributes: {
      file_name: subject.filename,
      ...(subject.tags.length > 0 ? { tags: subject.tags.join(" ") } : {}),
    },
  });
}

/** A binary record file: a mark, the length of its header, a text header, then little-endian floats per profile. */
export function rawBinary(subject: RawSubject, sky: Sky): Uint8Array {
  const header = Buffer.from(`${headerLines(subject, sky).join("\n")}\n`);
  const start = Buffer.alloc(8);
  start.write("RAW1", 0, "latin1");
  start.writeUInt32LE(header.length, 4);
  const body = Buffer.alloc(sky.reflectivity.length * 4);
  sky.reflectivity.forEach((dBZ, i) => {
    body.writeFloatLE(Number.isNaN(dBZ) ? -999 : dBZ, 4 * i);
  });
  return Buffer.concat([start, header, body]);
}

/** Text telegrams: one line a time step, ended as instruments end them. */
export function rawTelegrams(subject: RawSubject, sky: Sky): Uint8Array {
  const telegrams = sky.columns.map((weather, t) => {
    const hour = sky.hours[t] ?? 0;
    const clock = `${two(Math.floor(hour))}:${two(Math.floor((hour % 1) * 60))}:00`;
    const values = [
      weather.surfaceTemperatureC.toFixed(1),
      weather.pressureHpa.toFixed(1),
      (100 * weather.humidity).toFixed(0),
      (9 * weather.precipitation).toFixed(3),
      weather.low.amount > 0.1 ? weather.low.baseM.toFixed(0) : "/////",
    ];
    return `${sky.date} ${clock};${values.join(";")}`;
  });
  return Buffer.from(`${[...headerLines(subject, sky), ...telegrams].join("\r\n")}\r\n`);
}

function headerLines(subject: RawSubject, sky: Sky): string[] {
  return [
    `Filename:\t${subject.filename}`,
    `System:\t${subject.instrumentName} ${subject.serialNumber ?? ""}`.trimEnd(),
    `Station:\t${subject.siteName}`,
    `Channel:\t${subject.tags.join(" ") || "-"}`,
    `Start:\t${sky.date}`,
    "****",
  ];
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
