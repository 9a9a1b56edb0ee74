import { todayUtc } from "#base/dates.ts";
import { bytesText } from "#base/text.ts";
import { addedPath, isAdded } from "#domain/added-files.ts";
import { type AddingGuess, guessesFor, unfitToAdd } from "#domain/adding.ts";
import { isFull } from "#domain/disk-room.ts";
import { baseName, isSameVersion } from "#domain/file-version.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { guessInstruments } from "#domain/instrument-names.ts";
import { selectFile } from "#domain/selection.ts";
import { isUnsent, type Upload } from "#domain/upload.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import type { AddedFiles, AddingError } from "#engine/ports/received-copies.ts";
import { type AddingCheck, type AddingCheckParts, createAddingCheck } from "./adding-check.ts";

/** A file that a person would add: its path as far as it came along, `/` between parts, and its size, bytes. */
export interface OfferedFile {
  readonly path: string;
  readonly size: number;
}

/** Facts about an offered file before a byte of it came. */
export interface OfferJudged {
  /** Why it cannot be added, as a clause; null where it can. */
  readonly unfit: string | null;
  /** Instruments that call their files so, those first that give its date. */
  readonly guesses: readonly AddingGuess[];
  /** Ids of instrument types that call their files so, where no instrument does. */
  readonly looksLike: readonly string[];
}

/** To whom a received file belongs, as a person said. */
export interface AddingTarget {
  readonly id: string;
  readonly name: string;
  /** Name of the configured instrument. */
  readonly instrument: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** Result of a received file that was to be sent. */
export interface AddingEnd {
  readonly id: string;
  /** Null where it is not in the queue. */
  readonly uploadId: string | null;
  /** Why not: a sentence or two; null where it is. */
  readonly message: string | null;
}

/** Takes files that a person adds. Nothing is announced before `send`. */
export interface Adding {
  judge(files: readonly OfferedFile[]): readonly OfferJudged[];
  /** As `AddedFiles.begin`, where the disk has room for it. */
  begin(file: OfferedFile): Promise<string | AddingError>;
  append: AddedFiles["append"];
  /** Gives the announcement and what speaks against it; an error where the file or the instrument is not known. */
  check(target: AddingTarget, signal: AbortSignal): Promise<AddingCheck | AddingError>;
  /** Makes received files uploads of their instruments. */
  send(targets: readonly (AddingTarget & { readonly modifiedAtMs: number })[]): Promise<readonly AddingEnd[]>;
  discard(ids: readonly string[]): Promise<void>;
  /** Removes the copies of these uploads. Gives how many: those that are still to be sent stay. */
  remove(uploadIds: readonly string[]): Promise<number>;
}

export interface AddingParts
  extends AddingCheckParts,
    Pick<EnginePorts, "files" | "pathStyle">,
    Pick<Pipeline, "scanner"> {
  readonly added: AddedFiles;
}

/** Over the copies in the data folder (`AddedFiles`); what is sent is found by the scanner as any other file. */
export function createAdding(parts: AddingParts): Adding {
  const { clock, files, ledger, added } = parts;
  const isWindows = parts.pathStyle === "win32";
  const checkOf = createAddingCheck(parts);
  const unfit = (file: { readonly name: string; readonly size: number }) => unfitIn(parts, file);

  const newestOf = async (instrument: string, relPath: string): Promise<Upload | undefined> =>
    (await ledger.versions(instrument, relPath)).find(({ state }) => state !== "superseded");

  /** In the queue, as the ledger has it; a person who adds it once more wants one sent that was cancelled. */
  const queuedAs = async (configured: ConfiguredInstrument, relPath: string): Promise<string | null> => {
    const { name, folder } = configured.instrument;
    const newest = await newestOf(name, relPath);
    const stat = await files.stat(folder, relPath);
    if (newest === undefined || "error" in stat) return null;
    if (newest.state === "cancelled" && isSameVersion(newest, stat))
      await ledger.apply(newest.id, { type: "retried" }, clock.nowMs());
    return newest.id;
  };

  /** `taken`: paths of the same call, which none may have twice: the portal would keep only the last. */
  const keep = async (target: AddingTarget & { readonly modifiedAtMs: number }, taken: Set<string>) => {
    const received = await added.received(target.id);
    if ("error" in received) return received;
    const place = placeOf(parts, target, received.size);
    if ("error" in place) return place;
    if (taken.has(place.relPath))
      return refusal(`${target.name} is added twice with this date. The portal keeps only one of them.`);
    taken.add(place.relPath);
    const nowMs = clock.nowMs();
    const isPast = target.modifiedAtMs > 0 && target.modifiedAtMs < nowMs;
    const error = await added.keep(target.id, place.relPath, isPast ? target.modifiedAtMs : nowMs);
    return error ?? place;
  };

  return {
    judge: (offered) =>
      offered.map(({ path, size }) => {
        const guesses = guessesFor(path, parts.instruments(), { caseInsensitive: isWindows });
        const looksLike = guesses.length > 0 ? [] : (guessInstruments([path])[0]?.instruments ?? []);
        return { unfit: unfit({ name: baseName(path), size }), guesses, looksLike };
      }),
    async begin({ path, size }) {
      const name = baseName(path);
      const reason = unfit({ name, size });
      if (reason !== null) return refusal(`${name} cannot be added: ${reason}.`);
      const drive = await files.drive(added.dataFolder);
      if (!("error" in drive) && isFull(drive.freeBytes - size, drive.bytes, true))
        return { error: "disk-full", message: noRoom(name, size, drive.freeBytes) };
      return await added.begin(size);
    },
    append: (id, offset, bytes) => added.append(id, offset, bytes),
    async check(target, signal) {
      const received = await added.received(target.id);
      if ("error" in received) return received;
      const place = placeOf(parts, target, received.size);
      return "error" in place ? place : await checkOf({ target, received, ...place }, signal);
    },
    async send(targets) {
      const placements = [];
      const taken = new Set<string>();
      for (const target of targets) placements.push({ id: target.id, place: await keep(target, taken) });
      const placed = placements.flatMap(({ place }) => ("error" in place ? [] : [place]));
      for (const [configured, places] of Map.groupBy(placed, ({ configured }) => configured))
        await parts.scanner.look(
          configured,
          places.map(({ relPath }) => relPath),
        );
      // All at once: one after another, each would wait behind the uploads that have begun meanwhile.
      return await Promise.all(
        placements.map(async ({ id, place }): Promise<AddingEnd> => {
          if ("error" in place) return { id, uploadId: null, message: place.message };
          return { id, uploadId: await queuedAs(place.configured, place.relPath), message: null };
        }),
      );
    },
    async discard(ids) {
      await Promise.all(ids.map((id) => added.discard(id)));
    },
    async remove(uploadIds) {
      let count = 0;
      for (const id of uploadIds) {
        const upload = await ledger.get(id);
        if (upload === null || !isAdded(upload.relPath)) continue;
        const newest = await newestOf(upload.instrument, upload.relPath);
        if (newest !== undefined && isUnsent(newest.state)) continue;
        await added.remove(upload.relPath);
        count += 1;
      }
      return count;
    },
  };
}

type WherePlaced = Pick<AddingParts, "clock" | "instruments" | "pathStyle">;

/** Why the file fits no instrument, as a clause; null where it may. */
function unfitIn(
  { instruments, pathStyle }: Pick<WherePlaced, "instruments" | "pathStyle">,
  file: { readonly name: string; readonly size: number },
): string | null {
  const patterns = instruments().map(({ instrument }) => instrument.pattern);
  return unfitToAdd(file, patterns, pathStyle === "win32");
}

/** The instrument, and the path that the file has in the ledger; or why there is none. */
function placeOf(
  parts: WherePlaced,
  target: AddingTarget,
  size: number,
): { readonly configured: ConfiguredInstrument; readonly relPath: string } | AddingError {
  const { instrument: instrumentName, name, date } = target;
  const configured = parts.instruments().find(({ instrument }) => instrument.name === instrumentName);
  if (configured === undefined) return refusal(`The instrument ${instrumentName} is not in the settings.`);
  const reason = unfitIn(parts, { name, size });
  if (reason !== null) return refusal(`${name} cannot be added: ${reason}.`);
  const relPath = addedPath(instrumentName, date, name);
  const options = { caseInsensitive: parts.pathStyle === "win32", todayUtc: todayUtc(parts.clock.nowMs()) };
  const selection = selectFile(configured.instrument, configured.pattern, { relPath, size }, options);
  if (selection.kind === "skipped") return refusal(`${name} cannot be added: ${selection.reason}.`);
  return { configured, relPath };
}

function refusal(message: string): AddingError {
  return { error: "refused", message };
}

function noRoom(name: string, size: number, freeBytes: number): string {
  return `${name} has ${bytesText(size)}, but the disk of the data folder has only ${bytesText(freeBytes)} free, and Skyferry leaves some of it for its records. Free up space on that disk, then add the file again.`;
}
