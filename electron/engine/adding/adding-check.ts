import { absoluteDate, atText } from "#base/text.ts";
import { checkContent, findingOf } from "#domain/content/check-content.ts";
import { recordKey } from "#domain/file-version.ts";
import { shownPath } from "#domain/folder-paths.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { announcementOf, type Metadata } from "#domain/portal-records.ts";
import { isUnsent, type Upload } from "#domain/upload.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import type { ReceivedCopy } from "#engine/ports/received-copies.ts";

/** Announcement of a received file, and all else that a person has to know before it is sent. */
export interface AddingCheck {
  readonly announced: Metadata;
  /** Reason against its content, a clause behind "the file"; null where there is none, or nobody looks. */
  readonly contentReason: string | null;
  /** Whether the portal has it, as far as that is known. `queued`: it is here already, and on its way. */
  readonly onPortal: "yes" | "queued" | "no" | "unknown";
  /** Notes for the person, one sentence each. */
  readonly notes: readonly string[];
}

export interface AddingCheckParts
  extends Pick<EnginePorts, "clock" | "ledger">,
    Pick<Pipeline, "instruments" | "holds" | "receivedFiles"> {}

interface Checked {
  /** `date`: `YYYY-MM-DD`. */
  readonly target: { readonly name: string; readonly date: string };
  readonly received: ReceivedCopy;
  readonly configured: ConfiguredInstrument;
  /** In the ledger. */
  readonly relPath: string;
}

type Known = Pick<AddingCheck, "onPortal" | "notes">;

/** A list of the portal serves for so long, however many files are looked up in it. */
const sameListMs = 60_000;

/** Looks at a received file, this station's record of it, and the portal's lists. */
export function createAddingCheck(
  parts: AddingCheckParts,
): (file: Checked, signal: AbortSignal) => Promise<AddingCheck> {
  const { clock, ledger, receivedFiles, holds } = parts;
  let asked = { mark: 0, atMs: Number.NEGATIVE_INFINITY };

  const mark = (): number => {
    const nowMs = clock.monotonicMs();
    if (nowMs - asked.atMs > sameListMs) asked = { mark: receivedFiles.mark(), atMs: nowMs };
    return asked.mark;
  };

  const onPortal = async (announced: Metadata, signal: AbortSignal): Promise<Known> => {
    if (!holds.mayRead()) {
      const [hold] = holds.list();
      return {
        onPortal: "unknown",
        notes: hold === undefined ? [] : [`The portal was not asked. ${hold.message}`],
      };
    }
    const [listed] = await ledger.listedStatuses([announced.checksum]);
    if (listed !== undefined) return { onPortal: "yes", notes: [] };
    const held = await receivedFiles.heldAlready(announced, mark(), signal);
    return { onPortal: held === "unknown" ? held : held === null ? "no" : "yes", notes: [] };
  };

  /** Tells what this station knows of the same file, and of others that would have its record. */
  const here = async (
    { configured, relPath }: Checked,
    { checksum, ...record }: Metadata,
  ): Promise<Known> => {
    const { name, pid } = configured.instrument;
    const key = recordKey({ ...record, pid });
    const [versions, others] = await Promise.all([
      ledger.versions(name, relPath),
      ledger.sameRecord(key, name, relPath),
    ]);
    const former = versions.find(({ state }) => state !== "superseded");
    const known = [...(former === undefined ? [] : [former]), ...others];
    const same = known.find((one) => one.checksum === checksum && one.state !== "cancelled");
    if (same !== undefined) return sameContent(same);
    const other = others.find((one) => one.checksum !== null);
    const notes = [
      ...(former === undefined || former.checksum === null ? [] : [replacesWords(former)]),
      ...(other === undefined ? [] : [clashWords(pathOf(other))]),
    ];
    return { onPortal: "no", notes };
  };

  const pathOf = ({ instrument: name, relPath }: Upload): string => {
    const its = parts.instruments().find(({ instrument }) => instrument.name === name);
    return shownPath(its?.instrument.folder ?? "", relPath);
  };

  const sameContent = (upload: Upload): Known => {
    const { state, receipt } = upload;
    if (isUnsent(state)) return { onPortal: "queued", notes: [] };
    const when = receipt === null ? "" : ` ${atText(receipt.confirmedAtMs, clock.nowMs())}`;
    return { onPortal: "yes", notes: [`This station delivered it${when}, as ${pathOf(upload)}.`] };
  };

  return async (file, signal) => {
    const { target, received, configured } = file;
    const { instrument } = configured;
    const announced = announcementOf(instrument, {
      measurementDate: target.date,
      filename: target.name,
      checksum: received.checksum,
    });
    const check = instrument.check ?? "warn";
    const verdict =
      check === "off" ? null : checkContent(received.sample, instrument.instrument, target.name);
    const finding = verdict === null ? null : findingOf(verdict);
    const own = await here(file, announced);
    const known = own.onPortal === "no" ? await onPortal(announced, signal) : own;
    const notes = [
      ...(finding !== null && check === "hold" ? [heldWords] : []),
      ...(instrument.since !== null && target.date < instrument.since ? [sinceWords(instrument.since)] : []),
      ...own.notes,
      ...(known === own ? [] : known.notes),
    ];
    return { announced, contentReason: finding?.reason ?? null, onPortal: known.onPortal, notes };
  };
}

const heldWords = "It will be held back until you decide, as the settings of the instrument say.";

function sinceWords(since: string): string {
  return `Its date is before the instrument's start date, ${absoluteDate(since)}. It is sent anyway, because you add it yourself.`;
}

function replacesWords({ state }: Upload): string {
  return isUnsent(state)
    ? "It replaces a file of this name and date that you added before and that is not sent yet."
    : "It replaces a file of this name and date that you added before.";
}

function clashWords(path: string): string {
  return `${path} has the same name and date but other content. The portal keeps only one of them, so this one will need you.`;
}
