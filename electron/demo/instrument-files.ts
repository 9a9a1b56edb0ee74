/** Files of the simulated instruments: names, sizes and habits of real ones (radar, ceilometer, lidar). */

/** A file of a simulated instrument, written piece by piece. */
export interface SimulatedFile {
  /** Relative to the demo's folder of instruments, `/` between parts. */
  readonly relPath: string;
  readonly pieces: readonly Uint8Array[];
}

/** A simulated instrument: gives its next files at each step of simulated time. */
export interface SimulatedInstrument {
  readonly name: string;
  /** Simulated minutes that one step covers. */
  readonly stepMinutes: number;
  /** Real milliseconds between two pieces of a growing file; shorter than the settle time. */
  readonly pauseMs: number;
  /** Files of the step that begins at `startMs` (epoch milliseconds, simulated). */
  filesAt(startMs: number): readonly SimulatedFile[];
}

/** The three instruments of the demo; the lidar writes its two channels under the same names in two folders. */
export function simulatedInstruments(): readonly SimulatedInstrument[] {
  return [
    {
      name: "Cloud radar",
      stepMinutes: 60,
      pauseMs: 350,
      filesAt: (startMs) => {
        const t = stamp(startMs);
        const name = `${t.yy}${t.mm}${t.dd}_${t.HH}0000_P09_ZEN.LV1`;
        return [{ relPath: `radar/${t.yyyy}/${t.mm}/${t.dd}/${name}`, pieces: radarPieces(startMs) }];
      },
    },
    {
      name: "Ceilometer",
      stepMinutes: 5,
      pauseMs: 120,
      filesAt: (startMs) => {
        const t = stamp(startMs);
        const name = `live_${t.yyyy}${t.mm}${t.dd}_${t.HH}${t.MM}00.nc`;
        return [
          {
            relPath: `ceilometer/${name}`,
            pieces: binaryPieces(startMs, superblock(6 * 20_000), 6, 20_000),
          },
        ];
      },
    },
    {
      name: "Doppler lidar",
      stepMinutes: 60,
      pauseMs: 300,
      filesAt: (startMs) => {
        const t = stamp(startMs);
        const day = `${t.yyyy}/${t.yyyy}${t.mm}/${t.yyyy}${t.mm}${t.dd}`;
        const name = `Stare_213_${t.yyyy}${t.mm}${t.dd}_${t.HH}.hpl`;
        return (["co", "cross"] as const).map((channel) => ({
          relPath: `lidar-${channel}/Proc/${day}/${name}`,
          pieces: lidarPieces(name, channel, startMs),
        }));
      },
    },
  ];
}

/** UTC parts of a moment, two digits each but the year. */
function stamp(atMs: number) {
  const iso = new Date(atMs).toISOString();
  return {
    yyyy: iso.slice(0, 4),
    yy: iso.slice(2, 4),
    mm: iso.slice(5, 7),
    dd: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    MM: iso.slice(14, 16),
  };
}

/** Header with the file code of the radar's Level 1 format, then samples that grow through the hour. */
function radarPieces(seed: number): Uint8Array[] {
  const header = new Uint8Array(1024);
  new DataView(header.buffer).setInt32(0, 889_347, true);
  header.set(new TextEncoder().encode("Skyferry simulated cloud radar"), 12);
  return [header, ...binaryPieces(seed, [], 8, 60_000)];
}

/** The first 48 bytes of an HDF5 file of `size` bytes (HDF5 File Format Specification, superblock version 0). */
function superblock(size: number): Uint8Array {
  const block = new Uint8Array(48);
  block.set([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]);
  block.set([8, 8], 13); // bytes of an address and of a length
  block.set([4, 0, 16], 16);
  const view = new DataView(block.buffer);
  view.setBigUint64(32, 0xffff_ffff_ffff_ffffn, true); // no free space
  view.setBigUint64(40, BigInt(size), true);
  return block;
}

function binaryPieces(
  seed: number,
  start: ArrayLike<number>,
  count: number,
  pieceBytes: number,
): Uint8Array[] {
  const random = generator(seed, pieceBytes);
  return Array.from({ length: count }, (_, index) => {
    const piece = new Uint8Array(pieceBytes);
    const words = new Uint32Array(piece.buffer);
    for (let i = 0; i < words.length; i++) words[i] = random();
    if (index === 0) piece.set(start);
    return piece;
  });
}

/** The lidar's text format: a header, then rays of range gates. */
function lidarPieces(name: string, channel: "co" | "cross", startMs: number): Uint8Array[] {
  const random = generator(startMs, channel === "co" ? 2 : 3);
  const gates = 40;
  const header = [
    `Filename:\t${name}`,
    "System ID:\t213",
    `Number of gates:\t${gates}`,
    "Range gate length (m):\t30.0",
    "Gate length (pts):\t10",
    "Pulses/ray:\t10000",
    "No. of rays in file:\t1",
    "Scan type:\tStare - stepped",
    "Focus range:\t65535",
    `Start time:\t${new Date(startMs).toISOString().replace("T", " ").slice(0, 22)}`,
    "Resolution (m/s):\t0.0382",
    "Data line 1: Decimal time (hours)  Azimuth (degrees)  Elevation (degrees) Pitch (degrees) Roll (degrees)",
    "f9.6,1x,f6.2,1x,f6.2",
    "Data line 2: Range Gate  Doppler (m/s)  Intensity (SNR + 1)  Beta (m-1 sr-1)",
    "i3,1x,f6.4,1x,f8.6,1x,e12.6 - repeat for no. gates",
    "****",
  ];
  const ray = (index: number) => {
    const hours = (startMs % 86_400_000) / 3_600_000 + index / 24;
    const lines = [`${hours.toFixed(8)}   0.00  90.00 0.13 -0.02`];
    for (let gate = 0; gate < gates; gate++) {
      const doppler = ((random() % 4000) / 1000 - 2).toFixed(4);
      const intensity = (1 + (random() % 90_000) / 1_000_000).toFixed(6);
      lines.push(
        `${String(gate).padStart(3)} ${doppler} ${intensity} ${((random() % 900) / 1e8).toExponential(6)}`,
      );
    }
    return lines.join("\r\n");
  };
  const texts = [header.join("\r\n"), ...Array.from({ length: 8 }, (_, index) => ray(index))];
  return texts.map((text) => new TextEncoder().encode(`${text}\r\n`));
}

/** Small deterministic generator of 32-bit words (xorshift); `salt` tells instruments of one moment apart. */
function generator(seedMs: number, salt: number): () => number {
  let x = (Math.trunc(seedMs / 1000) ^ Math.imul(salt, 0x9e3779b9)) >>> 0 || 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x;
  };
}
