import { describe, expect, it } from "vitest";
import { isOnOwnDisks } from "#adapters/watch/own-disks.ts";

const mounts = [
  "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw",
  "23 22 0:5 / /proc rw - proc proc rw",
  "24 22 8:1 / /data rw,relatime shared:2 - xfs /dev/sda1 rw",
  "25 24 0:40 / /data/share rw - nfs4 server:/export rw",
  "26 22 8:17 / /media/my\\040disk rw master:1 - fuseblk /dev/sdb1 rw",
  "27 22 0:41 / /srv rw - fuse.sshfs station:/ rw",
  "28 22 0:42 / /srv rw - tmpfs tmpfs rw",
  "29 22 0:43 / /lidar rw - btrfs /dev/sdc rw",
  "30 29 0:44 / /lidar rw - autofs systemd-1 rw",
  "",
].join("\n");

describe("folders on disks of this PC", () => {
  it.each([
    ["/home/radar", true],
    ["/data/radar", true],
    ["/database", true],
    // Something else is mounted in them.
    ["/data", false],
    ["/data/", false],
    ["/", false],
    ["/data/share", false],
    ["/data/share/radar/", false],
    ["/data/radar/../share/radar", false],
    ["/data/shared", true],
    ["/media/my disk/radar", false],
    ["/media/my", true],
    // Mounted over by another.
    ["/srv/radar", true],
    ["/lidar/day", false],
  ])("%s: %s", (folder, isOwn) => {
    expect(isOnOwnDisks(folder, () => mounts)).toBe(isOwn);
  });

  it("are not known where the mounts cannot be read", () => {
    expect(
      isOnOwnDisks("/home", () => {
        throw new Error("EACCES");
      }),
    ).toBe(false);
    expect(isOnOwnDisks("/home", () => "")).toBe(false);
  });
});
