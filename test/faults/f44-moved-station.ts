import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { copiesAmong } from "#domain/backup-copies.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { type CliPlace, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type CliEnd, startCli } from "#test/support/hosts/cli-run.ts";
import { fillDisk } from "#test/support/hosts/disk-filler.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { requestsOf } from "#test/support/portals/cli-portal.ts";
import { withPortal } from "./portal-of-row.ts";
import type { Row, Trial } from "./row.ts";

const hook = pathToFileURL(join(import.meta.dirname, "kill-at-call.mjs")).href;

/** A backup is taken and restored, with everything that may go wrong meanwhile. */
export const movedStationRow: Row = {
  id: "F44",
  fault:
    "backup and restore killed at every step; restored twice; the old station runs on; files half delivered; a disk that fills meanwhile",
  promise: "nothing is sent twice, nothing is lost, receipts are equal; no half backup under its name",
  run: (trial) =>
    withPortal(async ({ portal }) => {
      await killed(trial, portal);
      for (let round = 1; round <= trial.rounds(3, 1); round += 1)
        await trial.step(`restored twice beside the old station, round ${round}`, (random) =>
          moved(portal, trial.rounds(1_000, 60), random),
        );
      const probe = await makeSmallDisk(64);
      const isMounted = typeof probe !== "string";
      if (isMounted) await probe.remove();
      trial.figure("disk", isMounted ? "tmpfs" : `none (${probe})`);
      for (let round = 1; isMounted && round <= trial.rounds(20, 2); round += 1)
        await trial.step(`the disk fills, round ${round}`, (random) => filled(portal, random));
    }),
};

interface Station extends AsyncDisposable {
  readonly place: CliPlace;
  readonly backup: string;
  readonly receipts: string;
}

const on = (data: string, command: string, words: readonly string[] = []) =>
  runInProcess([command, "--data", data, ...words]);

const receiptsOf = async (data: string) => (await on(data, "receipts")).stdout;

/** A station that has delivered half of its files, and its backup. `tag` keeps its bytes apart from those of others. */
async function halfDelivered(portal: MockPortal, files: number, tag: string): Promise<Station> {
  const place = await makeCliPlace(portal.url);
  const write = (n: number) => place.write(liveName("2021-02-03", `${tag}${n}`), `content ${tag} ${n}`);
  for (let n = 0; n < files / 2; n += 1) await write(n);
  await place.submit();
  const receipts = await receiptsOf(place.dataFolder);
  for (let n = files / 2; n < files; n += 1) await write(n);
  const backup = join(place.root, "station.tar.gz");
  await place.run("backup", [backup]);
  return { place, backup, receipts, [Symbol.asyncDispose]: () => place.remove() };
}

/** Runs a command that dies before its change number `at` below `below`; 0: it lives. */
async function dyingAt(at: number, below: string, words: readonly string[], countFile = ""): Promise<CliEnd> {
  return await startCli(words, {
    env: {
      NODE_OPTIONS: `--import=${hook}`,
      KILL_AT_CALL: String(at),
      KILL_BELOW: below,
      KILL_COUNT_FILE: countFile,
    },
  }).end;
}

async function killed(trial: Trial, portal: MockPortal): Promise<void> {
  await using station = await halfDelivered(portal, 20, "killed");
  const { place } = station;
  const count = async (words: readonly string[]): Promise<readonly number[]> => {
    const file = join(place.root, "count");
    await dyingAt(0, place.root, words, file);
    const calls = Number(await readFile(file, "utf8"));
    return Array.from({ length: calls }, (_, n) => n + 1);
  };
  const backups = await count(["backup", join(place.root, "count.tar.gz"), "--data", place.dataFolder]);
  const restores = await count(["restore", station.backup, "--data", join(place.root, "counted")]);
  trial.figure("changes of a backup, of a restore", `${backups.length}, ${restores.length}`);
  for (const at of trial.sample(backups, 6))
    await trial.step(`the backup dies before change ${at}`, () => backupDies(station, at));
  for (const at of trial.sample(restores, 6))
    await trial.step(`the restore dies before change ${at}`, () => restoreDies(station, at));
}

/** The former backup stands under its name, or the new one. */
async function backupDies(station: Station, at: number): Promise<readonly string[]> {
  const { place, backup } = station;
  const found: string[] = [];
  const file = join(place.root, `dies-${at}.tar.gz`);
  await cp(backup, file);
  const end = await dyingAt(at, place.root, ["backup", file, "--data", place.dataFolder]);
  if (end.signal !== "SIGKILL") found.push(`it was not killed: ${end.stderr}`);
  found.push(...(await restoresTo(station, file, join(place.root, `of-${at}`))));
  const copies = copiesAmong(await readdir(join(place.dataFolder, "backups")).catch(() => []));
  if (copies.length > 0) found.push(`${copies.join(", ")} counts as a weekly copy`);
  const again = await place.run("backup", [file]);
  if (again.code !== 0) found.push(`the next backup fails: ${again.stderr}`);
  found.push(...(await restoresTo(station, file, join(place.root, `again-${at}`))));
  return found;
}

async function restoresTo(station: Station, file: string, data: string): Promise<readonly string[]> {
  const end = await on(data, "restore", [file]);
  if (end.code !== 0) return [`the backup cannot be restored: ${end.stderr}`];
  const isEqual = (await receiptsOf(data)) === station.receipts;
  await rm(data, { recursive: true, force: true });
  return isEqual ? [] : ["its receipts differ"];
}

/** Nobody opens the folder as a station before it is whole, and the next restore completes it. */
async function restoreDies(station: Station, at: number): Promise<readonly string[]> {
  const { place, backup, receipts } = station;
  const found: string[] = [];
  const data = join(place.root, `restored-${at}`);
  const end = await dyingAt(at, place.root, ["restore", backup, "--data", data]);
  if (end.signal !== "SIGKILL") found.push(`it was not killed: ${end.stderr}`);
  if (existsSync(data)) {
    const opened = await on(data, "receipts");
    const isRefused = /was interrupted: run skyferry restore again|neither settings nor a record/.test(
      opened.stderr,
    );
    if (opened.code === 0 ? opened.stdout !== receipts : !isRefused)
      found.push(`half a station is opened: ${opened.stderr}`);
  }
  const again = await on(data, "restore", [backup]);
  if (again.code !== 0 && !/already holds a restored station/.test(again.stderr))
    found.push(`it cannot be restored again: ${again.stderr}`);
  if ((await receiptsOf(data)) !== receipts) found.push("its receipts differ");
  const { holds } = JSON.parse((await on(data, "status", ["--json"])).stdout);
  if (holds[0]?.cause !== "paused") found.push("it is not paused");
  await rm(data, { recursive: true, force: true });
  return found;
}

/** Two stations of one backup, and the old one that runs on: in any order, each content goes once. */
async function moved(portal: MockPortal, files: number, random: Random): Promise<readonly string[]> {
  const tag = `moved${random.int(1, 1e9)}-`;
  const before = requestsOf(portal, "PUT");
  await using station = await halfDelivered(portal, files, tag);
  const { place, backup, receipts } = station;
  const found: string[] = [];
  const datas = ["one", "two"].map((name) => join(place.root, name));
  for (const data of datas) {
    const end = await on(data, "restore", [backup]);
    if (end.code !== 0) return [`it cannot be restored: ${end.stderr}`];
    if ((await receiptsOf(data)) !== receipts) found.push("its receipts differ after the restore");
    await on(data, "submit");
  }
  if (requestsOf(portal, "PUT") - before !== files / 2) found.push("a paused station has sent something");
  for (const data of datas) await on(data, "resume");
  const order = [place.dataFolder, ...datas].map((data) => ({ data, at: random.next() }));
  for (const { data } of order.toSorted((a, b) => a.at - b.at)) await on(data, "submit");
  const sent = requestsOf(portal, "PUT") - before;
  if (sent !== files) found.push(`of ${files} files ${sent} were sent`);
  for (const { data } of order) {
    const lines = (await receiptsOf(data)).trim().split("\n").length;
    if (lines !== (await receiptsOf(place.dataFolder)).trim().split("\n").length)
      found.push("the stations end with different numbers of receipts");
    if (lines < files) found.push(`${files - lines} files have no receipt`);
  }
  return found;
}

/** The disk of FILE, or of the data folder, becomes full: FILE is as it was, and nothing is left behind. */
async function filled(portal: MockPortal, random: Random): Promise<readonly string[]> {
  const disk = await makeSmallDisk(20_480);
  if (typeof disk === "string") return [disk];
  await using station = await halfDelivered(portal, 20, `full${random.int(1, 1e9)}-`);
  const { place, backup } = station;
  const found: string[] = [];
  try {
    const isOfFile = random.next() < 0.5;
    const file = join(isOfFile ? disk.folder : place.root, "kept.tar.gz");
    const data = isOfFile ? place.dataFolder : join(disk.folder, "data");
    await cp(backup, file);
    if (!isOfFile) await cp(place.dataFolder, data, { recursive: true });
    const before = await readFile(file);
    const filler = fillDisk(disk.folder, random.pick([0, 4_096, random.int(1, 8) * 1_024]));
    const end = await on(data, "backup", [file]);
    if (end.code !== 2) found.push(`it ends with ${end.code}: ${end.stdout}`);
    if (!(await readFile(file)).equals(before)) found.push("FILE is not as it was");
    const left = [...(await readdir(disk.folder)), ...(await readdir(join(data, "backups")).catch(() => []))];
    if (left.some((name) => /tmp$|^\.(taken|ledger|skyferry)-|^station-/.test(name)))
      found.push(`left behind: ${left.join(", ")}`);
    filler.remove();
    const again = await on(data, "backup", [file]);
    if (again.code !== 0) found.push(`with room made it still fails: ${again.stderr}`);
    found.push(...(await restoresTo(station, file, join(place.root, "restored"))));
    return found;
  } finally {
    await disk.remove();
  }
}
