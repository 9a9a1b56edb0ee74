import { crc32 } from "node:zlib";

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** Left out: 0o644. */
  readonly mode?: number;
}

/** The bytes of a zip archive as Unix makes it, nothing compressed. */
export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, mode = 0o644 } of entries) {
    const data = Buffer.from(content);
    const file = Buffer.from(name);
    // From "version needed" to the length of the extra field, which both headers share.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x21, 8);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(file.length, 22);
    parts.push(Buffer.from("PK\x03\x04"), shared, file, data);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), shared, rest, file);
    at += 30 + file.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
