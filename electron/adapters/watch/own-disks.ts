import { readFileSync } from "node:fs";
import { posix } from "node:path";

/** File systems of disks in this PC and of its memory: what the kernel knows of them it answers without asking anybody. */
const ownTypes: ReadonlySet<string> = new Set(
  "bcachefs btrfs exfat ext2 ext3 ext4 f2fs jfs msdos ntfs3 overlay ramfs reiserfs tmpfs vfat xfs zfs".split(
    " ",
  ),
);

interface Mount {
  readonly point: string;
  readonly type: string;
}

/**
 * Whether a folder and all that is mounted in it are on disks of this PC, on Linux; told by its path alone, so links in it
 * are not followed and no drive is asked. False where that cannot be told, and for what a program serves (FUSE), which
 * may hang as a network drive does.
 */
export function isOnOwnDisks(path: string, mountInfo: () => string = readMountInfo): boolean {
  const folder = posix.resolve(path);
  let mounts: readonly Mount[];
  try {
    mounts = mountInfo().trimEnd().split("\n").map(mountOf);
  } catch {
    return false;
  }
  // The last of several on one point lies on top.
  const under = mounts.filter(({ point }) => isIn(point, folder)).reduce<Mount | null>(deeper, null);
  const inside = mounts.filter(({ point }) => point !== folder && isIn(folder, point));
  return under !== null && [under, ...inside].every(({ type }) => ownTypes.has(type));
}

function deeper(one: Mount | null, other: Mount): Mount {
  return one === null || other.point.length >= one.point.length ? other : one;
}

function isIn(top: string, path: string): boolean {
  return path === top || path.startsWith(top.endsWith("/") ? top : `${top}/`);
}

/** Reads a line as proc(5) describes it: `36 35 98:0 / /mnt\040a rw,noatime master:1 - ext4 /dev/sda1 rw`. */
function mountOf(line: string): Mount {
  const [before = "", after = ""] = line.split(" - ");
  const point = before.split(" ")[4] ?? "";
  const unescaped = point.replaceAll(/\\(\d{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return { point: unescaped, type: after.split(" ")[0] ?? "" };
}

function readMountInfo(): string {
  return readFileSync("/proc/self/mountinfo", "utf8");
}
