import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

interface Verdict {
  /** Files that the portal gave back byte for byte. */
  readonly verified: number;
  /** Received raw files of the demo's site, as the portal itself counts them. */
  readonly portalCount: number;
  readonly wrong: readonly { readonly path: string; readonly reason: string }[];
}

interface RawFile {
  readonly filename: string;
  readonly checksum: string;
  readonly status: string;
  readonly downloadUrl: string;
}

/**
 * On a connection of its own: the portal closes one that was idle for some seconds, and hashing may take as long on a slow
 * PC, so a request on a kept one can be lost.
 */
function ask(url: string): Promise<Response> {
  return fetch(url, { headers: { connection: "close" } });
}

/**
 * Asks the portal itself, past the uploader: downloads each written file from its `downloadUrl` and compares
 * its MD5 with that of the file on disk.
 */
export async function verifyDelivery(
  portalUrl: string,
  paths: readonly string[],
  site: string,
): Promise<Verdict> {
  const listed = await ask(`${portalUrl}/api/raw-files?site=${site}&status=uploaded&status=processed`);
  const records = (await listed.json()) as readonly RawFile[];
  const names = new Set(paths.map((path) => basename(path)));
  const mine = records.filter((record) => names.has(record.filename));
  const byName = Map.groupBy(mine, (record) => record.filename);
  const wrong: { path: string; reason: string }[] = [];
  for (const path of paths) {
    const checksum = createHash("md5")
      .update(await readFile(path))
      .digest("hex");
    const record = byName.get(basename(path))?.find((one) => one.checksum === checksum);
    if (record === undefined) {
      wrong.push({ path, reason: "the portal has no such content under this name" });
      continue;
    }
    const content = await (await ask(record.downloadUrl)).arrayBuffer();
    const given = createHash("md5").update(new Uint8Array(content)).digest("hex");
    if (given !== checksum)
      wrong.push({ path, reason: `the portal returns different content (MD5 ${given})` });
  }
  return { verified: paths.length - wrong.length, portalCount: mine.length, wrong };
}
