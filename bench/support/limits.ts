import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Gives the speed at which one core hashes, megabytes a second: `openssl speed`, or Node's own MD5 where there is no openssl. */
export async function md5MBps(): Promise<number> {
  try {
    const said = execFileSync("openssl", ["speed", "-seconds", "1", "-bytes", "1048576", "-mr", "md5"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const found = /^\+F:\d+:md5:([\d.]+)/m.exec(said);
    if (found !== null) return Number(found[1]) / 1e6;
  } catch {
    // Measured below.
  }
  const piece = randomBytes(1024 * 1024);
  const hash = createHash("md5");
  const startedAt = performance.now();
  let pieces = 0;
  while (performance.now() - startedAt < 1000) {
    hash.update(piece);
    pieces += 1;
  }
  return (pieces * piece.length) / 1e6 / ((performance.now() - startedAt) / 1000);
}

/** Small appends made durable one by one, a second. */
export function fsyncsPerSecond(folder: string): number {
  const path = join(folder, "fsync.probe");
  const file = openSync(path, "w");
  const block = Buffer.alloc(4096);
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < 1000) {
    writeSync(file, block);
    fsyncSync(file);
    count += 1;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  closeSync(file);
  unlinkSync(path);
  return count / seconds;
}
