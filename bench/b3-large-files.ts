import { randomBytes } from "node:crypto";
import { appendFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { run, startSink } from "./support/children.ts";
import { type Client, curl, ours } from "./support/clients.ts";
import { md5MBps } from "./support/limits.ts";
import { inTurn, median, type Row } from "./support/report.ts";
import { scratchFolder, writeFiles } from "./support/trees.ts";

const mib = 1024 * 1024;

/**
 * Limit of these cores: the MD5 of the files and curl's sending of them by two programs that know nothing of each other. At the
 * same time for many files; one after the other for one, as its MD5 must be announced before it is sent.
 */
const apart: Client = {
  name: "apart",
  async send(url, folder, names) {
    const paths = names.map((name) => join(folder, name));
    const hash = () => run("openssl", ["md5", ...paths]);
    if (names.length === 1) {
      const hashed = await hash();
      const sent = await curl.send(url, folder, names);
      return { seconds: hashed.seconds + sent.seconds, peakMB: sent.peakMB };
    }
    const [hashed, sent] = await Promise.all([hash(), curl.send(url, folder, names)]);
    return { seconds: Math.max(hashed.seconds, sent.seconds), peakMB: sent.peakMB };
  },
};

/**
 * B3: 4 GiB in 50 MiB files, and in one; against the slower of MD5 and curl's PUT, and against both done by programs of
 * their own. Memory must stay flat.
 */
export async function largeFiles(scale: number): Promise<Row[]> {
  const total = Math.round(4096 * scale) * mib;
  const rows: Row[] = [];
  for (const [what, fileBytes] of [
    ["50 MiB files", 50 * mib],
    ["one file", total],
  ] as const) {
    const scratch = scratchFolder("b3");
    const folder = join(scratch.path, "files");
    const names = writeLarge(folder, Math.max(1, Math.floor(total / fileBytes)), fileBytes);
    const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    const sink = await startSink();
    let peakMB = 0;
    const taken = await inTurn([curl, apart, ours], 3, async (client) => {
      const sent = await client.send(sink.url, folder, names);
      if (client === ours) peakMB = Math.max(peakMB, sent.peakMB);
      return sent.seconds;
    });
    await sink.stop();
    scratch.remove();
    const md5 = await md5MBps();
    const put = bytes / 1e6 / median(taken.curl ?? []);
    const mine = bytes / 1e6 / median(taken.skyferry ?? []);
    const ratio = mine / Math.min(md5, put);
    const limit = bytes / 1e6 / median(taken.apart ?? []);
    rows.push({
      id: "B3",
      what: `${(bytes / 2 ** 30).toFixed(1)} GiB, ${what}`,
      figures: `MB/s: md5 ${md5.toFixed(0)}, curl PUT ${put.toFixed(0)}, both apart ${limit.toFixed(0)}, skyferry ${mine.toFixed(0)} (${(mine / limit).toFixed(2)} of both apart); peak memory ${peakMB.toFixed(0)} MB`,
      ratio,
      target: "≥ 0.8, memory flat",
      holds: ratio >= 0.8 && peakMB < 400,
      raw: { taken, md5, peakMB },
    });
  }
  return rows;
}

function writeLarge(folder: string, count: number, bytes: number): string[] {
  const first = Math.min(bytes, 50 * mib);
  const names = writeFiles(folder, count, first);
  for (const name of names) growTo(join(folder, name), bytes);
  return names;
}

/** Appends piece by piece, so that no buffer of the whole size is needed; the file keeps its time. */
function growTo(path: string, bytes: number): void {
  const { size, mtime } = statSync(path);
  const piece = randomBytes(16 * mib);
  for (let at = size; at < bytes; at += piece.length) appendFileSync(path, piece.subarray(0, bytes - at));
  utimesSync(path, mtime, mtime);
}
