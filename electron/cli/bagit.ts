import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { todayUtc } from "#base/dates.ts";
import { makeNamedFolder } from "#compose/named-folder.ts";
import type { ReceiptLine } from "#contract/receipts.ts";
import { jsonLine } from "./words.ts";

/**
 * Writes a bag whose payload is still to be fetched (RFC 8493, 2.2.3): manifest-md5.txt is what the portal confirmed,
 * fetch.txt where each file is: the portal's record where its uuid is known, else the file of this PC. Each receipt names
 * a file of its own. Throws what the system says.
 */
export async function writeBag(
  folder: string,
  receipts: readonly ReceiptLine[],
  version: string,
  nowMs: number,
): Promise<void> {
  const bytes = receipts.reduce((sum, { size }) => sum + size, 0);
  const tagFiles = {
    "bagit.txt": "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
    "bag-info.txt": [
      `Bag-Software-Agent: Skyferry ${version}`,
      `Bagging-Date: ${todayUtc(nowMs)}`,
      `Payload-Oxum: ${bytes}.${receipts.length}`,
      "",
    ].join("\n"),
    "fetch.txt": receipts.map((one) => `${addressOf(one)} ${one.size} ${payloadPath(one)}\n`).join(""),
    "manifest-md5.txt": receipts.map((one) => `${one.checksum}  ${payloadPath(one)}\n`).join(""),
    "receipts.jsonl": receipts.map(jsonLine).join(""),
  };
  const tagManifest = Object.entries(tagFiles)
    .map(([name, text]) => `${createHash("md5").update(text).digest("hex")}  ${name}\n`)
    .join("");
  makeNamedFolder(join(folder, "data"), "usual");
  for (const [name, text] of Object.entries({ ...tagFiles, "tagmanifest-md5.txt": tagManifest }))
    await writeFile(join(folder, name), text, { flag: "wx" });
}

/** Characters that would end a line, and the sign that says so, are written as the RFC has it (2.1.3). */
function payloadPath({ instrument, path }: ReceiptLine): string {
  // An instrument's name is no path: one part, which names no folder above.
  const folder = instrument.replaceAll(/[/\\]/g, "_").replace(/^\.+$/, "_");
  return `data/${folder}/${path}`.replaceAll("%", "%25").replaceAll("\n", "%0A").replaceAll("\r", "%0D");
}

/** See docs/portal/api.md, "Upload": the form of `downloadUrl`. */
function addressOf({ portal, recordUuid, recordFilename, path, file }: ReceiptLine): string {
  if (portal === null || recordUuid === null) return pathToFileURL(file ?? path).href;
  const name = recordFilename ?? path.slice(path.lastIndexOf("/") + 1);
  const base = portal.replace(/\/+$/, "");
  return `${base}/api/download/raw/${encodeURIComponent(recordUuid)}/${encodeURIComponent(name)}`;
}
