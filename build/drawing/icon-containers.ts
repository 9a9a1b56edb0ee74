/** A square picture as PNG bytes. */
export interface SquarePng {
  /** Pixels, 16 to 1024. */
  readonly size: number;
  readonly png: Buffer;
}

/** A Windows icon that holds its pictures as PNG, which Windows reads since Vista. Sizes up to 256. */
export function icoOf(pictures: readonly SquarePng[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    if (size > 256) throw new Error(`An .ico holds pictures of up to 256 pixels, not ${size}.`);
    const at = 6 + 16 * index;
    // 256 is written as 0: there is one byte for it.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Names of the PNG elements of an .icns, by pixels; the second name is that of the half size for a dense display. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  16: ["icp4"],
  32: ["icp5", "ic11"],
  64: ["ic12"],
  128: ["ic07"],
  256: ["ic08", "ic13"],
  512: ["ic09", "ic14"],
  1024: ["ic10"],
};

/** A macOS icon that holds its pictures as PNG. */
export function icnsOf(pictures: readonly SquarePng[]): Buffer {
  const elements = pictures.flatMap(({ size, png }) => {
    const types = icnsTypes[size];
    if (types === undefined) throw new Error(`An .icns holds no pictures of ${size} pixels.`);
    return types.map((type) => element(type, png));
  });
  return element("icns", Buffer.concat(elements));
}

function element(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 0, "latin1");
  header.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([header, content]);
}
