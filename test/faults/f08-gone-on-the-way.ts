import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { errorOf } from "#adapters/files/file-errors.ts";
import type { Cause } from "#domain/cause.ts";
import type { FileError, Files, OpenFile } from "#engine/ports/host.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { atMoment, type Moment } from "./file-moments.ts";
import { type FixtureOptions, openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

interface Fate {
  readonly name: string;
  readonly cause: Cause;
  /** Puts something between the engine and the files, and tells how the file comes back. */
  begin(place: Place, relPath: string, bytes: Uint8Array, random: Random): Begun;
}

interface Begun {
  readonly options: Pick<FixtureOptions, "files" | "portal">;
  /** Puts the file back as it was; gives the path where it is now. */
  fix(): Promise<string>;
}

const moments: readonly [Moment, ...Moment[]] = [
  "claimed",
  "opened",
  "announced",
  "in the middle of sending",
];

const moved = (
  name: string,
  act: (path: string) => Promise<unknown>,
  back: (path: string, write: () => Promise<string>) => Promise<string>,
): Fate => ({
  name,
  cause: "file-vanished",
  begin: (place, relPath, bytes, random) => ({
    options: atMoment(random.pick(moments), async () => void (await act(place.path(relPath)))),
    fix: () => back(place.path(relPath), () => place.write(relPath, bytes)),
  }),
});

const troubled = (name: string, code: string, cause: Cause): Fate => ({
  name,
  cause,
  begin: (place, relPath, _bytes, random) => {
    const at = random.pick<TroubledAt>(["open", "read", "middle"]);
    const times = random.int(1, 4);
    return {
      options: { files: (real) => troubledFiles(real, { relPath, code, at, times }) },
      fix: async () => place.path(relPath),
    };
  },
});

const fates: readonly Fate[] = [
  moved(
    "deleted",
    (path) => rm(path),
    (_path, write) => write(),
  ),
  moved(
    "renamed",
    (path) => rename(path, renamed(path)),
    async (path) => renamed(path),
  ),
  moved(
    "replaced by a folder",
    async (path) => {
      await rm(path);
      await mkdir(path);
    },
    async (path, write) => {
      await rmdir(path);
      return await write();
    },
  ),
  troubled("unreadable", "EACCES", "file-unreadable"),
  troubled("locked", "EBUSY", "file-locked"),
];

/** A finished file that is taken away, or cannot be read, while it is on its way. */
export const goneOnTheWay: Row = {
  id: "F8",
  fault: "file deleted, renamed, replaced by a folder, unreadable, locked, midway",
  promise: "state named; goes on by itself",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const fate of fates)
        for (let round = 1; round <= trial.rounds(25, 2); round++)
          await trial.step(`${fate.name}, round ${round}`, (random) => meetFate(ground, fate, random));
    }),
};

async function meetFate(ground: Ground, fate: Fate, random: Random): Promise<readonly string[]> {
  const { files: sharedFiles } = ground;
  await using place = await openPlace(ground, random);
  const { oracle, site } = place;
  const identity = { site, measurementDate: today() };
  // The oldest file of its day is the first to be claimed.
  const relPath = sampleName("0");
  const bytes = random.bytes(random.pick([random.int(1, 100_000), 300_000, 8_400_000]));
  const path = await place.write(relPath, bytes);
  oracle.stood(path, identity, bytes);
  oracle.keptBack(path, "taken away for now");
  const fellows = random.int(1, 5);
  for (let n = 1; n <= fellows; n++)
    await oracle.finished(await place.write(sampleName(`${n}`), random.bytes(2000)), identity);
  const begun = fate.begin(place, relPath, bytes, random);
  await using fixture = await openFixture(place, { ...begun.options, sharedFiles });
  const found: string[] = [];
  await fixture.pass();
  const [upload] = await fixture.ledger.versions(place.instrument.name, relPath);
  if (upload?.state === "waiting") {
    const { failure } = upload;
    if (failure?.cause !== fate.cause) found.push(`the cause is ${failure?.cause}, not ${fate.cause}`);
    if (failure?.message.includes(relPath) !== true)
      found.push(`its message does not name it: ${failure?.message}`);
  } else if (upload?.state === "blocked") {
    found.push(`it is blocked: ${upload.failure?.message}`);
  }
  found.push(...(await oracle.check(null)));

  const standsAt = await begun.fix();
  oracle.stood(standsAt, identity, bytes);
  await oracle.seal(place.instrument.folder);
  for (let n = 0; n < 4; n++) await fixture.pass();
  const claims = await fixture.claims();
  // A name that is gone forever waits forever, and says so.
  const isLeft = standsAt !== path && upload?.state === "waiting";
  found.push(...(await oracle.check(claims, { unfinished: isLeft ? 1 : 0 })));
  return found;
}

function renamed(path: string): string {
  return path.replace(/_0\.nc$/, "_0renamed.nc");
}

/** Point at which reading fails: at the open, at the first read, or behind the first piece of a long file. */
type TroubledAt = "open" | "read" | "middle";

/** Files of which one cannot be read, as the system would say it with `code`, for the first `times` tries. */
function troubledFiles(
  real: Files,
  error: {
    readonly relPath: string;
    readonly code: string;
    readonly at: TroubledAt;
    readonly times: number;
  },
): Files {
  let left = error.times;
  const said = (): FileError => errorOf(error.code, { kind: "file", path: error.relPath });
  return {
    walk: (request, signal) => real.walk(request, signal),
    stat: (folder, relPath) => real.stat(folder, relPath),
    isHeldForWriting: (folder, relPath) => real.isHeldForWriting(folder, relPath),
    drive: (folder) => real.drive(folder),
    async open(folder, relPath) {
      if (relPath !== error.relPath || left === 0) return await real.open(folder, relPath);
      left -= 1;
      if (error.at === "open") return said();
      const opened = await real.open(folder, relPath);
      return "error" in opened ? opened : unreadable(opened, error.at, said);
    },
  };
}

function unreadable(file: OpenFile, at: TroubledAt, said: () => FileError): OpenFile {
  let met: FileError | null = null;
  return {
    stat: file.stat,
    get readError() {
      return met ?? file.readError;
    },
    readWhole: async () => said(),
    sample: () => (at === "read" ? Promise.resolve(said()) : file.sample()),
    checksum: (size, signal) => (at === "read" ? Promise.resolve(said()) : file.checksum(size, signal)),
    quietChecksum: (size, signal) =>
      at === "read" ? Promise.resolve(said()) : file.quietChecksum(size, signal),
    async *chunks(size) {
      for await (const piece of file.chunks(size)) {
        yield piece;
        met = said();
        return;
      }
    },
    statAgain: () => file.statAgain(),
    close: () => file.close(),
  };
}
