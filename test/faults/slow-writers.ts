import { type FileHandle, open, rename, utimes } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "#test/support/builders/seeded-random.ts";

/** Parts that a slow writer is given. */
export interface SettingsService {
  /** Path of the finished file. */
  readonly path: string;
  readonly random: Random;
  /** A file that stands still for this long counts as finished; milliseconds. */
  readonly settleMs: number;
  /** The file under its own name stood still for so long, or was finished, with these bytes. */
  readonly stood: (bytes: Uint8Array) => void;
}

/** Writes piece by piece and notes every content that stood still for long enough to be taken for finished. */
class Sheet {
  readonly service: SettingsService;
  readonly file: FileHandle;
  #bytes: Buffer;
  #changedAt = performance.now();
  /** Under another name nobody looks at it. */
  isInPlace: boolean;

  constructor(service: SettingsService, file: FileHandle, isInPlace = true) {
    this.service = service;
    this.file = file;
    this.isInPlace = isInPlace;
    this.#bytes = Buffer.alloc(0);
  }

  get size(): number {
    return this.#bytes.length;
  }

  async write(at: number, piece: Uint8Array): Promise<void> {
    this.noteStood();
    await this.file.write(piece, 0, piece.length, at);
    const grown = Buffer.alloc(Math.max(this.#bytes.length, at + piece.length));
    grown.set(this.#bytes);
    grown.set(piece, at);
    this.#changed(grown);
  }

  append(piece: Uint8Array): Promise<void> {
    return this.write(this.#bytes.length, piece);
  }

  async truncate(): Promise<void> {
    this.noteStood();
    await this.file.truncate(0);
    this.#changed(Buffer.alloc(0));
  }

  async finish(): Promise<void> {
    await this.file.close();
    this.service.stood(this.#bytes);
  }

  /** On a busy machine a short pause may become a long one; then the content in between was finished for all to see. */
  noteStood(): void {
    const stoodMs = performance.now() - this.#changedAt;
    const isLong = stoodMs >= this.service.settleMs * 0.9;
    if (isLong && this.isInPlace && this.#bytes.length > 0) this.service.stood(this.#bytes);
  }

  #changed(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#changedAt = performance.now();
  }
}

const shortPause = ({ random, settleMs }: SettingsService) => sleep(random.int(10, settleMs * 0.6));
const somePieces = (random: Random): Uint8Array[] =>
  Array.from({ length: random.int(2, 6) }, () => random.bytes(random.int(1, 20_000)));

/** The ways in which instruments and copy programs write a file. */
export const slowWriters: Readonly<Record<string, (service: SettingsService) => Promise<void>>> = {
  async "appends with pauses"(service) {
    const sheet = new Sheet(service, await open(service.path, "w"));
    for (const piece of somePieces(service.random)) {
      await sheet.append(piece);
      await shortPause(service);
    }
    await sheet.finish();
  },
  async "appends after a pause that is too long"(service) {
    const sheet = new Sheet(service, await open(service.path, "w"));
    await sheet.append(service.random.bytes(3000));
    await sleep(service.settleMs * (1.2 + service.random.next()));
    await sheet.append(service.random.bytes(3000));
    await sheet.finish();
  },
  async "fills a preallocated file"(service) {
    const sheet = new Sheet(service, await open(service.path, "w"));
    const pieces = somePieces(service.random);
    await sheet.write(0, new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0)));
    let at = 0;
    for (const piece of pieces) {
      await shortPause(service);
      await sheet.write(at, piece);
      at += piece.length;
    }
    await sheet.finish();
  },
  async "truncates and writes again"(service) {
    const sheet = new Sheet(service, await open(service.path, "w"));
    await sheet.append(service.random.bytes(5000));
    await shortPause(service);
    await sheet.truncate();
    await shortPause(service);
    await sheet.append(service.random.bytes(5000));
    await sheet.finish();
  },
  async "renames into place"(service) {
    const aside = service.path.replace(/[^/]+$/, (name) => `writing-${name}`);
    const sheet = new Sheet(service, await open(aside, "w"), false);
    for (const piece of somePieces(service.random)) {
      await sheet.append(piece);
      await shortPause(service);
    }
    await rename(aside, service.path);
    await sheet.finish();
  },
  async "writes under a temporary name"(service) {
    const temporary = `${service.path}${service.random.pick([".tmp", ".part", ".filepart", "~"])}`;
    const sheet = new Sheet(service, await open(temporary, "w"), false);
    await sheet.append(service.random.bytes(4000));
    // However long it takes: the name says that it is not finished.
    await sleep(service.settleMs * (0.5 + service.random.next()));
    await sheet.append(service.random.bytes(4000));
    await rename(temporary, service.path);
    await sheet.finish();
  },
  async "logs line by line"(service) {
    const sheet = new Sheet(service, await open(service.path, "w"));
    for (let line = service.random.int(10, 40); line > 0; line--) {
      await sheet.append(service.random.bytes(service.random.int(20, 200)));
      await sleep(service.random.int(5, 150));
    }
    await sheet.finish();
  },
  async "copies and keeps the old time"(service) {
    const sheet = new Sheet(service, await open(service.path, "w"));
    for (const piece of somePieces(service.random)) {
      await sheet.append(piece);
      await shortPause(service);
    }
    sheet.noteStood();
    const dayAgo = Math.floor(Date.now() / 1000) - 86_400;
    await utimes(service.path, dayAgo, dayAgo);
    await sheet.finish();
  },
};
