import { existsSync, realpathSync, statfsSync } from "node:fs";
import path from "node:path";
import { phrase } from "#base/phrase.ts";

/** File systems of other computers, by the number that Linux gives them (statfs(2)). */
const networkTypes = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x01021997, "9P"],
]);

/**
 * Tells the kind of network drive that a folder is on; null for a disk of this PC. `type` is statfs' on Linux; on Windows the
 * whole path names a share, also where a letter stands for it.
 */
export function kindOfNetworkDrive(type: number, wholePath: string): string | null {
  if (/^\\\\(?:\?\\UNC\\|[^?.])/i.test(wholePath)) return phrase("a share");
  return networkTypes.get(type >>> 0) ?? null;
}

/** The same of an absolute path. A path that is not there yet lies where its parent does; one that cannot be asked is on this PC. */
export function networkDriveAt(
  place: string,
  typeOf = (folder: string): number => statfsSync(folder).type,
): string | null {
  let there = place;
  while (!existsSync(there) && path.dirname(there) !== there) there = path.dirname(there);
  try {
    return kindOfNetworkDrive(typeOf(there), realpathSync.native(there));
  } catch {
    return null;
  }
}
