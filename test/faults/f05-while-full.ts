import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MockPortal } from "#mock-portal/portal.ts";
import type { Place } from "#test/support/builders/station-place.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";
import { fillDisk } from "#test/support/hosts/disk-filler.ts";
import { copyOfDead } from "./crash.ts";
import { comesTrue, type WholeStation } from "./station-in-process.ts";

/** Uploads at once, by the usual settings. */
const mostUnderWay = 4;
/** Between two tries of a ledger that cannot be written, milliseconds. */
const tryEveryMs = 5_000;

/** Gives the promises that are broken while the disk is full, in words. */
export async function whatStandsWhileFull(
  station: WholeStation,
  place: Place,
  portal: MockPortal,
): Promise<readonly string[]> {
  const { clock } = station;
  const holdNow = async () => (await station.status()).holds.find(({ lane }) => lane === "record");
  const isHeld = async () => (await holdNow())?.cause === "ledger-trouble";
  const found: string[] = [];
  const before = portal.acceptances().at(-1)?.seq ?? 0;
  let [unrecorded, tries] = [0, clock.sleepsOf(tryEveryMs) - 1];
  /** Only uploads that were under way as the room ended, on all of its connections, may be sent and not recorded. */
  const checkUnrecorded = async () => {
    await comesTrue(() => portal.requests().every(({ status }) => status !== null));
    // Each try may end with room that is used up once more.
    const triesNow = clock.sleepsOf(tryEveryMs);
    const most = mostUnderWay * (triesNow - tries);
    let now = 0;
    const isKept = async () => {
      now = (await sentUnrecorded(before, place, portal)).length;
      return now <= unrecorded + most;
    };
    await comesTrue(isKept, 1_000);
    if (now > unrecorded + most)
      found.push(`${now - unrecorded} files were sent while nothing can be recorded`);
    [unrecorded, tries] = [now, triesNow];
  };
  // The ledger makes room of its own where it moves its log into the file: then it goes on until that room is used.
  for (let look = 0; look < 5 && (look === 0 || !(await isHeld())); look++) {
    // The little room that was left may last for some more writes.
    for (let rescan = 0; rescan < 5 && !(await isHeld()); rescan++) {
      fillDisk(place.dataFolder, 0);
      await station.call("rescan", {});
      await comesTrue(isHeld, 1_000);
    }
    // Room that the ledger gave back is taken by another program as well.
    fillDisk(place.dataFolder, 0);
    await checkUnrecorded();
    const held = await holdNow();
    // It was free again for what was left of the room.
    if (held === undefined) continue;
    if (!/no space left/.test(held.message) || !held.message.includes(place.dataFolder))
      found.push(`the hold does not say that the disk is full: ${held.message}`);

    for (let n = 0; n < 6; n++) {
      const before = clock.sleepsOf(tryEveryMs);
      clock.skip(tryEveryMs);
      // It has tried, and waits again: no room was made, or what was made is used up.
      await comesTrue(() => clock.sleepsOf(tryEveryMs) > before, 1_000);
      if (await isHeld()) await checkUnrecorded();
    }
  }
  if (!(await isHeld())) found.push("the disk is full and nothing is held");
  const status = await station.status();
  const pc = status.path.find(({ node }) => node === "pc");
  if (pc?.state !== "trouble") found.push(`this PC is called ${pc?.state}`);
  if (!status.needsAttention || status.truth.tone !== "needs-you")
    found.push(`it does not call for a person: ${status.truth.sentence}`);
  found.push(...(await wouldBeFound(status.totals.delivered, place, portal)));
  found.push(...(await othersOnTheDisk(station, place)));
  return found;
}

/** Gives the uploads that the next start would find recorded as delivered, were it killed now. */
async function recordedNow(place: Place) {
  const copy = join(place.root, "as-killed");
  await copyOfDead(place.dataFolder, copy);
  const ledger = ready(openInThread({ dataFolder: copy }));
  const delivered = await ledger.list({ states: ["delivered"] }, 1000, null);
  await ledger.close();
  return delivered;
}

/** Gives the contents that the portal has accepted since `seq` and the ledger has not recorded. */
async function sentUnrecorded(seq: number, place: Place, portal: MockPortal) {
  const recorded = new Set((await recordedNow(place)).map(({ receipt }) => receipt?.checksum));
  return portal.acceptances(seq).filter(({ checksum }) => !recorded.has(checksum));
}

/** A kill now: what the next start would find is what is said now, and all of it is on the portal. */
async function wouldBeFound(said: number, place: Place, portal: MockPortal): Promise<readonly string[]> {
  const delivered = await recordedNow(place);
  const found: string[] = [];
  if (delivered.length !== said)
    found.push(`it calls ${said} delivered, and ${delivered.length} of them are recorded`);
  const accepted = new Set(portal.acceptances().map(({ checksum }) => checksum));
  for (const { relPath, receipt } of delivered)
    if (!accepted.has(receipt?.checksum ?? "")) found.push(`${relPath} is recorded and is not on the portal`);
  return found;
}

/** Settings, password, log and bundle on the same disk: refused in words or done, and never half done. */
async function othersOnTheDisk(station: WholeStation, place: Place): Promise<readonly string[]> {
  const found: string[] = [];
  const file = join(place.dataFolder, "settings.json");
  const before = await readFile(file, "utf8");
  for (let n = 0; n < 50; n++) station.log.warn("a line for a full disk", { n });
  const { document, revision } = await station.ask("settings.read", {});
  // More than one page, so that a file written in place would be cut.
  const more = Array.from({ length: 40 }, (_, n) => ({ ...document.instruments[0], name: `Planned ${n}` }));
  const wider = { ...document, instruments: [...document.instruments, ...more] };
  const saved = await station.call("settings.save", { document: wider, revision, despiteProblems: true });
  const after = await readFile(file, "utf8");
  if (!saved.ok && after !== before) found.push(`a save that failed changed the settings: ${after}`);
  if (!saved.ok && !saved.error.message.includes("the disk is full"))
    found.push(`a save that failed does not say why: ${saved.error.message}`);
  if (saved.ok && JSON.parse(after).instruments.length !== 41)
    found.push(`a save was confirmed and not done: ${after}`);
  const bundle = await station.call("diagnostics", {});
  if (!bundle.ok) found.push(`no bundle is made: ${bundle.error.message}`);
  return found;
}
