/** A file of an archive. `size` is the number of bytes that `content` gives. */
export interface TarEntry {
  /** `/` between parts. */
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

const block = 512;
const longestName = 100;

/** The bytes are no tar archive, or end before it does. */
export class TarFault extends Error {
  readonly kind: "cut" | "foreign";

  constructor(kind: "cut" | "foreign") {
    super(kind === "cut" ? "The archive is cut off." : "The archive is foreign.");
    this.kind = kind;
  }
}

/** The archive (POSIX ustar; long names and sizes in pax headers) as it comes. */
export async function* tarOf(
  entries: AsyncIterable<TarEntry> | Iterable<TarEntry>,
): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of entries) {
    const path = Buffer.from(name);
    const isLong = path.length > longestName || size >= 8 ** 11;
    if (isLong) {
      const pax = Buffer.from(paxLine("path", name) + paxLine("size", String(size)));
      yield headerOf("pax", pax.length, "x");
      yield pax;
      yield padding(pax.length);
    }
    yield headerOf(isLong ? "long" : name, isLong && size >= 8 ** 11 ? 0 : size, "0");
    yield* content;
    yield padding(size);
  }
  yield Buffer.alloc(2 * block);
}

/** The entries of an archive, one after the other: the content of one is read before the next is asked for. Throws `TarFault`. */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = createReader(bytes);
  let pax: { readonly path?: string; readonly size?: number } = {};
  for (;;) {
    const header = await reader.take(block);
    if (header.every((byte) => byte === 0)) return;
    if (!isHeader(header)) throw new TarFault("foreign");
    const type = String.fromCharCode(header[156] ?? 0);
    const size = pax.size ?? numberAt(header, 124, 12);
    if (type === "x") {
      if (size > 1_000_000) throw new TarFault("foreign");
      pax = paxOf((await reader.take(size)).toString());
      await reader.skip(padding(size).length);
      continue;
    }
    let left = size;
    const content = async function* (): AsyncGenerator<Uint8Array> {
      while (left > 0) {
        const part = await reader.some(left);
        left -= part.length;
        yield part;
      }
    };
    yield { name: pax.path ?? textAt(header, 0, longestName), size, content: content() };
    await reader.skip(left + padding(size).length);
    pax = {};
  }
}

function createReader(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function some(most: number): Promise<Buffer> {
    while (held.length === 0) {
      const next = await source.next();
      if (next.done === true) throw new TarFault("cut");
      held = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    const part = held.subarray(0, most);
    held = held.subarray(part.length);
    return part;
  }

  return {
    /** At least a byte, at most so many. */
    some,
    async take(count: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for (let left = count; left > 0; ) {
        const part = await some(left);
        left -= part.length;
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
    async skip(count: number): Promise<void> {
      for (let left = count; left > 0; ) left -= (await some(left)).length;
    },
  };
}

function headerOf(name: string, size: number, type: "0" | "x"): Buffer {
  const header = Buffer.alloc(block);
  header.write(name, 0);
  header.write("0000600\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write(type, 156);
  header.write("ustar\u000000", 257);
  header.write(`${sumOf(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function isHeader(header: Buffer): boolean {
  return textAt(header, 257, 5) === "ustar" && numberAt(header, 148, 8) === sumOf(header);
}

/** Sum of the bytes, with spaces in place of the sum itself. */
function sumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

function textAt(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString();
}

function numberAt(header: Buffer, at: number, length: number): number {
  return Number.parseInt(textAt(header, at, length).trim() || "0", 8);
}

function padding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}

/** A line of a pax header says its own length. */
function paxLine(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return `${length} ${key}=${value}\n`;
}

function paxOf(text: string): { readonly path?: string; readonly size?: number } {
  const found = new Map<string, string>();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.subarray(at, at + 20).toString(), 10);
    if (!(length > 0)) throw new TarFault("foreign");
    const [key = "", ...value] = bytes
      .subarray(bytes.indexOf(" ", at) + 1, at + length - 1)
      .toString()
      .split("=");
    found.set(key, value.join("="));
    at += length;
  }
  const [path, size] = [found.get("path"), found.get("size")];
  return { ...(path === undefined ? {} : { path }), ...(size === undefined ? {} : { size: Number(size) }) };
}
