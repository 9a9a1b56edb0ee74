import { type Cause, needsYou } from "#domain/cause.ts";
import { baseName, type FileStat, isSameVersion } from "#domain/file-version.ts";
import type { Receipt, Upload } from "#domain/upload.ts";
import { md5 } from "#test/support/builders/engine-fixture.ts";
import { type StationModel, settleMs } from "./station-model.ts";
import type { WrittenFiles } from "./written-files.ts";

/** A rescan, the settle time and another rescan, with some slack. */
const longestSearchMs = 200_000;
/** An answer of the portal may be used for so long (ADR 12). */
const longestUseMs = 61_000;
/** Longest time until a file that was rewritten with its size and time is read again, one after another. */
const longestRecheckMs = 400_000;

/** Between two looks at the disks. */
const longestLookMs = 601_000;

interface Held {
  readonly cause: string;
  readonly sinceMs: number;
  readonly atMs: number;
  readonly requests: number;
}

/**
 * Looks at a station after every step (invariants of docs/reliability.md). Each invariant has a form that must hold at any moment:
 * I1 a file that exists is in the ledger as it is, or will be found, and is found in time. I2, I3 what the portal
 * takes was finished under that name. I4 no two requests for one record or checksum at once, no more at once than
 * allowed, few while the portal is held. I5 what is called delivered, and still exists, is what
 * the portal holds; totals and rows agree. I6 the instruments' files are as they were left. I7 only what needs a person
 * waits for one.
 */
export class StationOracle {
  readonly #station: StationModel;
  readonly #found: string[] = [];
  #held: Held | null = null;
  /** By upload; monotonic milliseconds. */
  readonly #deliveredAt = new Map<string, number>();

  constructor(station: StationModel) {
    this.#station = station;
    const { records } = station.fixture.portal;
    const take = records.take.bind(records);
    records.take = (checksum, arrived) => {
      const verdict = take(checksum, arrived);
      const filename = records.byChecksum(checksum)?.metadata.filename ?? "";
      if (station.otherPc.isActing) return verdict;
      if (verdict === "stored" || verdict === "replaced") this.#accepted(filename, checksum);
      return verdict;
    };
    station.fixture.ledger.onCommitted((entries) => {
      for (const { event, uploadId } of entries)
        if (event === "confirmed") this.#deliveredAt.set(uploadId, station.fixture.clock.monotonicMs());
    });
  }

  /** Everything that is not as promised now, in words. */
  async look(): Promise<readonly string[]> {
    const found = this.#found.splice(0);
    const uploads = await this.#station.readLedger(() => this.#station.fixture.uploads());
    found.push(...(await this.#files()), ...(await this.#requests()), ...(await this.#claims(uploads)));
    for (const { written } of this.#station.places)
      found.push(...written.differences().map((line) => `I6 ${line}`));
    for (const { relPath, state, failure } of uploads)
      if (state === "blocked" && !needsYou(failure?.cause ?? "portal-error"))
        found.push(`I7 ${relPath} is blocked by ${failure?.cause}, which passes by itself`);
    if (this.#station.fixture.log.lines.some((line) => line.includes("internal error")))
      found.push(
        `internal error: ${this.#station.fixture.log.lines.find((line) => line.includes("internal error"))}`,
      );
    return found;
  }

  /**
   * I7 once nothing troubles the station any more, but perhaps the portal's answer to one file: all that is left but
   * that one waits for a person, and names why.
   */
  async lookWhenLeftAlone(): Promise<readonly string[]> {
    const { fixture, places, poison } = this.#station;
    const idle = new Set(["delivered", "superseded", "cancelled", "blocked"]);
    // A file that is gone is looked for as long as nobody says that it will not come back.
    const stands = ({ instrument, relPath }: Upload) =>
      places.some(({ name, written }) => name === instrument && written.contents.has(relPath));
    const left = (await fixture.uploads()).filter(
      (upload) => !idle.has(upload.state) && stands(upload) && baseName(upload.relPath) !== poison?.filename,
    );
    let { holds } = await this.#station.engine.status();
    // With nothing to send the portal is left in peace: that it is well again shows with the next file.
    if (holds.length > 0 && left.length === 0) {
      await this.#station.bringAnother();
      ({ holds } = await this.#station.engine.status());
    }
    return [
      ...left.map(({ relPath, state, failure }) => `I7 ${relPath} is still ${state} ${failure?.cause ?? ""}`),
      ...holds.map(({ cause }) => `I7 still held: ${cause}`),
    ];
  }

  /** I1 to I5 at the end: every file that exists is on the portal. */
  async lookAtEnd(): Promise<readonly string[]> {
    const found: string[] = [];
    const held = this.#holdings();
    for (const { name, folder, written } of this.#station.places)
      for (const [path, content] of written.contents) {
        const stat = await this.#station.fixture.files.stat(folder, path);
        if ("error" in stat) continue;
        const latest = await this.#rowOf(name, path, stat);
        const said = `${name} ${path}: ${latest?.state} ${latest?.failure?.cause ?? ""}`;
        if (latest?.state === "blocked" && latest.failure?.cause === "record-clash") {
          if (!hasNamesake(written, path)) found.push(`${said}, and no other file has its name`);
        } else if (latest?.state !== "delivered") found.push(`I1 ${said}`);
        else if (latest.receipt?.checksum !== md5(content)) found.push(`I2 ${said} with other bytes`);
        else if (!held.has(md5(content)) && !this.#isUnaskable(latest))
          found.push(`I5 ${said}, and the portal does not hold it`);
      }
    return found;
  }

  /** A record that another PC took from the portal after its word is not known here, until receipts are compared with its lists. */
  #isTaken({ id, checksum }: Upload): boolean {
    const deliveredAtMs = this.#deliveredAt.get(id) ?? 0;
    return this.#station.otherPc.hasTaken(checksum ?? "", deliveredAtMs - longestUseMs);
  }

  /** The upload that took the place of the record is under way still: that it is there is written down when the ledger works again. */
  #isBeingReplaced({ recordFilename }: Receipt, uploads: readonly Upload[]): boolean {
    return (
      this.#station.isLedgerFailing &&
      uploads.some(
        ({ state, relPath }) =>
          (state === "announcing" || state === "sending") && baseName(relPath) === recordFilename,
      )
    );
  }

  /** A duplicate whose record was taken away: where no other answer shows that single records can be asked for, none tells. */
  #isUnaskable({ receipt }: Upload): boolean {
    return receipt?.kind === "twin" && this.#station.otherPc.hasTaken(receipt.checksum, 0);
  }

  #accepted(filename: string, checksum: string): void {
    const { places, otherPc } = this.#station;
    const name = otherPc.nameHere(filename);
    if (!places.some(({ written }) => written.wasFinished(name, checksum, settleMs)))
      this.#found.push(`I3 ${filename} was accepted with bytes that were never finished`);
  }

  /** The upload of a version, undefined where the ledger does not hold it. */
  async #rowOf(
    name: string,
    path: string,
    stat: Pick<FileStat, "size" | "mtimeUs">,
  ): Promise<Upload | undefined> {
    const versions = await this.#station.fixture.ledger.versions(name, path);
    return versions.find((one) => isSameVersion(one, stat) && one.state !== "superseded");
  }

  /** True where other content of the path was read after this version had been delivered. */
  async #isOvertaken(name: string, path: string, stat: Pick<FileStat, "size" | "mtimeUs">): Promise<boolean> {
    const versions = await this.#station.fixture.ledger.versions(name, path);
    const at = versions.findIndex((one) => isSameVersion(one, stat) && one.state !== "superseded");
    const one = versions[at];
    if (one?.state !== "delivered") return false;
    return versions.slice(0, at).some(({ checksum }) => checksum !== null && checksum !== one.checksum);
  }

  /** MD5 of everything that the portal holds. */
  #holdings(): ReadonlySet<string> {
    const records = this.#station.fixture.portal.records.all();
    return new Set(records.flatMap(({ checksum, status }) => (status === "created" ? [] : checksum)));
  }

  /** I1 */
  async #files(): Promise<readonly string[]> {
    const { fixture, places, engine, disturbedAtMs, isBlind } = this.#station;
    const found: string[] = [];
    const heldBack = new Set(engine.unsent().map(({ instrument, relPath }) => `${instrument} ${relPath}`));
    const nowMs = fixture.clock.monotonicMs();
    for (const { name, folder, written } of places)
      for (const [path, content] of written.contents) {
        const stat = await fixture.files.stat(folder, path);
        if ("error" in stat) continue;
        const seen = { ...stat, relPath: path };
        const { isUnknown, latest, isOvertaken } = await this.#station.readLedger(async () => ({
          isUnknown: (await fixture.ledger.compare(name, [seen])).unknown.length > 0,
          latest: await this.#rowOf(name, path, stat),
          isOvertaken: await this.#isOvertaken(name, path, stat),
        }));
        const isHeld = latest !== undefined && !isOvertaken;
        if (isUnknown === isHeld) found.push(`I1 ${path} is ${isHeld ? "" : "not "}to be held by its upload`);
        const calmMs = nowMs - Math.max(disturbedAtMs, written.touchedAtMs(path));
        const isMeant = !isBlind && this.#station.isConfigured(name);
        const isCalm = isMeant && !heldBack.has(`${name} ${path}`) && calmMs > longestSearchMs;
        // A rewrite that only the change time tells is read again within a rescan, and is not forever a file that still grows.
        // By a clock that is years behind its date lies ahead, and it waits.
        const isWaiting = isDatedAhead(path, fixture.clock.nowMs());
        const isRead = isCalm || (isMeant && !isWaiting && calmMs > longestRecheckMs);
        const isDue = isRead || !written.isAmbiguous(path);
        if (isDue && latest?.state === "delivered" && latest.receipt?.checksum !== md5(content))
          found.push(`I1 ${name} ${path} counts as delivered with other bytes`);
        if (isUnknown && isCalm)
          found.push(`I1 ${name} ${path} has been there for ${calmMs} ms and was not found`);
      }
    return found;
  }

  /** I4 */
  async #requests(): Promise<readonly string[]> {
    const { portal, clock } = this.#station.fixture;
    const found = portal.overlaps.splice(0).map((key) => `I4 two requests at the same time for ${key}`);
    if (portal.mostUploadsAtOnce > this.#station.mostAtOnce)
      found.push(`I4 ${portal.mostUploadsAtOnce} uploads at once, of ${this.#station.mostAtOnce} allowed`);
    const before = this.#held;
    const hold = await this.#station.portalHold();
    const atMs = clock.monotonicMs();
    const requests = portal.log.length;
    this.#held = hold === null ? null : { cause: hold.cause, sinceMs: hold.sinceMs, atMs, requests };
    const isSame = before !== null && hold?.sinceMs === before.sinceMs && hold.cause === before.cause;
    if (isSame && !this.#station.hasNudged) {
      const passedMs = atMs - before.atMs;
      const tries = needsYou(hold.cause)
        ? 2 + passedMs / 3_600_000
        : Math.min(2 + passedMs / 2_500, 10 + passedMs / 450_000);
      // List, announce, look up; from a portal that forgets what was announced: list, and three times announce and send.
      const ofOneTry = hold.cause === "portal-trouble" ? 7 : 3;
      const most = this.#station.mostAtOnce + ofOneTry * tries;
      if (requests - before.requests > most)
        found.push(`I4 ${requests - before.requests} requests in ${passedMs} ms while held (${hold.cause})`);
    }
    this.#station.hasNudged = false;
    return found;
  }

  /** I5: what is told of the clock and of the disk is so. */
  #ofThisPc(causes: readonly Cause[]): readonly string[] {
    const { fixture, disk } = this.#station;
    const byMs = Math.abs(fixture.portal.aheadMs ?? 0);
    const clock = byMs > 300_000 ? "clock-wrong" : byMs > 30_000 ? "clock-off" : null;
    const told = causes.find((cause) => cause.startsWith("clock-")) ?? null;
    const isSeen = fixture.clock.monotonicMs() - disk.sinceMs > longestLookMs;
    const isFull = disk.freeBytes < 200e6;
    return [
      ...(told === clock ? [] : [`I5 of the clock ${told} is told, and ${clock} is so`]),
      ...(isSeen && causes.includes("disk-full") !== isFull
        ? [`I5 ${disk.freeBytes} bytes are left, and the disk is ${isFull ? "not " : ""}called full`]
        : []),
    ];
  }

  /** I5 */
  async #claims(uploads: readonly Upload[]): Promise<readonly string[]> {
    const { fixture, places, engine } = this.#station;
    const found: string[] = [];
    const held = this.#holdings();
    const { accepted } = fixture.portal.records;
    const taken = new Set(accepted.flatMap((one) => [one.checksum, `${one.filename} ${one.checksum}`]));
    const { totals, causes } = await this.#station.readLedger(() => engine.status());
    found.push(...this.#ofThisPc(causes.map(({ cause }) => cause)));
    const delivered = uploads.filter(({ state }) => state === "delivered");
    if (totals.delivered !== delivered.length)
      found.push(`I5 the status says ${totals.delivered} delivered, the list ${delivered.length}`);
    for (const upload of delivered) {
      const { instrument, relPath, checksum, receipt } = upload;
      if (receipt === null || receipt.checksum !== checksum || !taken.has(receipt.checksum)) {
        found.push(`I5 ${relPath} is called delivered, and the portal never took it`);
        continue;
      }
      const { recordFilename } = receipt;
      if (recordFilename !== null && !taken.has(`${recordFilename} ${receipt.checksum}`))
        found.push(`I5 the receipt of ${relPath} names ${recordFilename}, which never had its bytes`);
      // Bytes that came back are a version of their own, which has yet to be found.
      const isNewest = !uploads.some(
        (one) => one.instrument === instrument && one.relPath === relPath && one.id > upload.id,
      );
      const place = places.find(({ name }) => isNewest && name === instrument);
      const stands = place?.written.contents.get(relPath);
      if (
        stands !== undefined &&
        md5(stands) === receipt.checksum &&
        !held.has(receipt.checksum) &&
        !this.#isTaken(upload) &&
        !this.#isBeingReplaced(receipt, uploads)
      )
        found.push(`I5 ${instrument} ${relPath} is called delivered, and the portal no longer holds it`);
    }
    return found;
  }
}

/** Further ahead than the portal takes it. */
function isDatedAhead(path: string, wallMs: number): boolean {
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})_/.exec(path) ?? [];
  return Date.parse(`${year}-${month}-${day}`) > wallMs + 5 * 86_400_000;
}

function hasNamesake({ contents }: WrittenFiles, path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return [...contents.keys()].some((one) => one !== path && one.endsWith(name));
}
