import { todayUtc } from "#base/dates.ts";
import { absoluteMoment, atText } from "#base/text.ts";
import { isAdded, placeOfFile } from "#domain/added-files.ts";
import {
  baseName,
  doubtOf,
  type FileStat,
  isSameVersion,
  type SeenFile,
  unfitNameReason,
} from "#domain/file-version.ts";
import { relativePath, shownPath } from "#domain/folder-paths.ts";
import { type ConfiguredInstrument, conflictReason, matchingInstruments } from "#domain/instrument-match.ts";
import type { JournalLine } from "#domain/journal.ts";
import { versionOnDisk } from "#domain/known-issue.ts";
import { explainSelection } from "#domain/selection.ts";
import type { Instrument } from "#domain/settings.ts";
import { isAtRest, type Upload } from "#domain/upload.ts";
import type { InstrumentEntries } from "#engine/instrument-entries.ts";
import { knownWords } from "#engine/known-issues.ts";
import type { Files } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { goneOf } from "#station/coverage/gone.ts";
import type { Explanation } from "./reports.ts";
import { smallFileWords } from "./small-file.ts";
import type { StationPipeline, StationPorts } from "./station-ports.ts";
import { listedWords, poorProductWords } from "./verdicts.ts";

export interface ExplainParts
  extends Pick<StationPorts, "clock" | "files" | "ledger" | "known" | "added" | "pathStyle" | "advised">,
    Pick<StationPipeline, "holds" | "unsettled" | "verdicts" | "instruments" | "configuration"> {
  /** Says what else may keep files of this instrument from being sent, or from coming: a sentence each. */
  around(instrument: string): Promise<readonly string[]>;
  readonly entries: Pick<InstrumentEntries, "removed" | "taken">;
}

/** Why this file is, or is not, sent: each rule in turn, then its state and what comes next. */
export async function explain(path: string, parts: ExplainParts): Promise<Explanation> {
  const placed = await place(path, parts);
  if (placed === null)
    return {
      path,
      instrument: null,
      kind: null,
      rules: [],
      verdict: absentWords(path, parts) ?? "The file is not in an instrument's folder, so it is not sent.",
      next: null,
      uploads: [],
      journal: [],
    };
  const { configured, relPath } = placed;
  const { instrument, pattern } = configured;
  const uploads = await parts.ledger.versions(instrument.name, relPath);
  const latest = uploads[0];
  const journal = latest === undefined ? [] : await journalOf(parts.ledger, latest.id);
  const stat = await parts.files.stat(instrument.folder, relPath);
  const options = { caseInsensitive: parts.pathStyle === "win32", todayUtc: todayUtc(parts.clock.nowMs()) };
  const size = "error" in stat ? (latest?.size ?? null) : stat.size;
  const { selection, rules } = explainSelection(instrument, pattern, { relPath, size }, options);
  const small =
    size === null ? null : await smallFileWords(parts.ledger, { instrument: instrument.name, relPath, size });
  const listed = latest === undefined ? null : await listedWords(parts.ledger, latest);
  const poor = latest === undefined ? [] : await poorProductWords(parts, latest);
  const version = isOnDisk(latest, stat) ? versionOnDisk(stat) : latest?.id;
  const known =
    version === undefined
      ? []
      : knownWords(
          (await parts.known?.list()) ?? [],
          { instrument: instrument.name, version },
          parts.clock.nowMs(),
        );
  const around = isOver(latest) ? [] : await parts.around(instrument.name);
  const shown = shownPath(
    ...placeOfFile(
      { folder: instrument.folder, dataFolder: parts.added?.dataFolder ?? instrument.folder },
      relPath,
    ),
  );
  const removed = await removedWords(parts, latest, { folder: instrument.folder, shown });
  const answer = (verdict: string, next: Explanation["next"]): Explanation => ({
    path: shown,
    instrument: instrument.name,
    kind: instrument.kind ?? null,
    rules,
    verdict: [verdict, removed, contentWords(latest, listed), listed, ...known, ...poor, small, ...around]
      .filter((sentence) => sentence !== null)
      .join(" "),
    next,
    uploads,
    journal,
  });

  if (selection.kind === "skipped") return answer(`It is not sent: ${selection.reason}.`, null);
  const conflict = conflictReason(
    matchingInstruments(parts.instruments(), `${instrument.folder}/${relPath}`, {
      ...options,
      pathStyle: parts.pathStyle,
    }),
  );
  if (conflict !== null) return answer(`It is not sent: ${conflict}.`, null);
  if (latest !== undefined && ("error" in stat || isSameVersion(stat, latest)))
    return "error" in stat || !mayBeRewritten(latest, { ...stat, relPath })
      ? answer(...present(latest, parts))
      : answer(`${present(latest, parts)[0]} ${touched}`, readAgain);
  if ("error" in stat) return answer(`${stat.message} It is not in the queue.`, null);
  const unsettled = parts.unsettled
    .all()
    .find((file) => file.instrument === instrument.name && file.relPath === relPath);
  if (unsettled !== undefined) {
    const inMs = Math.max(0, unsettled.lookAt - parts.clock.monotonicMs());
    return answer(`It is not finished yet: ${unsettled.reason}.`, {
      what: "It is checked again",
      atMs: parts.clock.nowMs() + inMs,
    });
  }
  const unfit = unfitNameReason(baseName(relPath));
  if (unfit !== null) return answer(`It will not be sent: ${unfit}.`, null);
  return answer("It matches every rule and is queued when it is finished.", {
    what: "The next check of the folder finds it",
    atMs: null,
  });
}

/** No upload has what is on the disk. */
function isOnDisk(latest: Upload | undefined, stat: Awaited<ReturnType<Files["stat"]>>): stat is FileStat {
  return !("error" in stat) && (latest === undefined || !isSameVersion(stat, latest));
}

/** Says what our own check found in a file that is sent all the same; null where nothing, or what is said already. */
function contentWords(latest: Upload | undefined, listed: string | null): string | null {
  const reason = latest?.content?.reason ?? null;
  if (latest === undefined || reason === null || latest.state === "blocked") return null;
  if (listed?.includes(reason)) return null;
  return `Skyferry's own check found that the file ${reason}.`;
}

/** The file is gone after it was named as one that may be removed; null where that is not so. Nobody saw who took it. */
async function removedWords(
  { advised, files }: ExplainParts,
  latest: Upload | undefined,
  { folder, shown }: { readonly folder: string; readonly shown: string },
): Promise<string | null> {
  if (advised === undefined || latest?.state !== "delivered") return null;
  const gone = await goneOf([{ ...latest, uploadId: latest.id }], folder, files);
  if (gone.length === 0) return null;
  const atMs = (await advised.namedAmong([latest], () => shown)).get(latest.id);
  return atMs === undefined
    ? null
    : `The file is no longer here: Skyferry named it as one that may be removed, ${absoluteMoment(atMs)}.`;
}

/** Nothing that happens to the station now concerns it. */
function isOver(latest: Upload | undefined): boolean {
  return latest !== undefined && ["delivered", "superseded", "cancelled"].includes(latest.state);
}

const touched = "The file was modified after it was read, so its content may have changed.";
const readAgain = { what: "It is read again, and sent if its content has changed", atMs: null };

/** Size and time are those of the version, and something else shows that somebody was at the file. */
function mayBeRewritten(upload: Upload, seen: SeenFile): boolean {
  const doubt = doubtOf(upload, seen);
  return isAtRest(upload.state) && upload.checksum !== null && doubt !== "none" && doubt !== "unmarked";
}

function present(upload: Upload, parts: ExplainParts): readonly [string, Explanation["next"]] {
  const isOfModel = parts
    .instruments()
    .some(({ instrument: { name, kind } }) => kind === "model" && name === upload.instrument);
  const hold = parts.holds.of(isOfModel ? "model" : "instrument");
  const inQueue: Explanation["next"] =
    hold === null
      ? { what: "It is sent when its turn comes", atMs: null }
      : { what: `Sending is on hold: ${hold.message}`, atMs: hold.nextTryAtMs };
  const said = upload.failure === null ? "" : ` ${upload.failure.message}`;
  const quoted = upload.failure?.portalMessage ? ` The portal said: “${upload.failure.portalMessage}”.` : "";
  switch (upload.state) {
    case "queued":
      return ["It is finished and waits in the queue.", inQueue];
    case "hashing":
    case "announcing":
    case "sending":
      return ["It is being sent.", null];
    case "waiting":
      return [
        `The last attempt failed.${said}${quoted}`,
        { what: "It is retried", atMs: upload.notBeforeMs },
      ];
    case "blocked":
      return [`It needs you.${said}${quoted}`, { what: "It is sent when you retry it", atMs: null }];
    case "delivered":
      return [delivered(upload, parts.clock.nowMs()), null];
    case "superseded":
      return [
        "A newer version of the file has replaced it.",
        { what: "The newer version is sent", atMs: null },
      ];
    case "cancelled":
      return ["You cancelled it.", { what: "It is sent when you retry it", atMs: null }];
  }
}

function delivered({ receipt }: Upload, nowMs: number): string {
  const at = receipt === null ? "" : ` ${atText(receipt.confirmedAtMs, nowMs, "second")}`;
  const name = receipt?.recordFilename ?? null;
  switch (receipt?.kind) {
    case "known":
      return `It is on the portal: the portal already had this content under this name, confirmed${at}.`;
    case "twin":
      return `Its content is on the portal under another name${name === null ? "" : ` (${name})`}, confirmed${at}; the portal keeps the same content only once.`;
    case "replaced":
      return `It is on the portal and replaced older content, confirmed${at}.`;
    default:
      return `It is on the portal, confirmed${at}.`;
  }
}

/** The file is of an instrument that is not watched; null where none is known for its folder. */
function absentWords(path: string, { entries, configuration, pathStyle }: ExplainParts): string | null {
  const isAround = ({ folder }: Instrument) => (relativePath(folder, path, pathStyle) ?? "") !== "";
  const leftOut = entries.taken().find(isAround);
  if (leftOut !== undefined) {
    const problem = configuration().problems.find(({ instrument }) => instrument === leftOut.name);
    return `The file is in the folder of ${leftOut.name}, which is left out until its settings are fixed, so it is not sent.${problem === undefined ? "" : ` ${problem.message}`}`;
  }
  const removed = entries.removed().find(isAround);
  return removed === undefined
    ? null
    : `The file is in the folder of ${removed.name}, which is not in the settings, so it is not sent.`;
}

async function place(
  path: string,
  parts: ExplainParts,
): Promise<{ configured: ConfiguredInstrument; relPath: string } | null> {
  const added = addedPathOf(path, parts);
  const taker = parts
    .instruments()
    .find(({ pattern }) => added !== null && pattern.dateOf(added, { caseInsensitive: false }) !== null);
  if (added !== null) return taker === undefined ? null : { configured: taker, relPath: added };
  const inside = parts.instruments().flatMap((configured) => {
    const relPath = relativePath(configured.instrument.folder, path, parts.pathStyle);
    return relPath === null || relPath === "" ? [] : [{ configured, relPath }];
  });
  const options = { caseInsensitive: parts.pathStyle === "win32" };
  const fitting = inside.find(
    ({ configured, relPath }) => configured.pattern.dateOf(relPath, options) !== null,
  );
  if (fitting !== undefined) return fitting;
  if (inside[0] !== undefined) return inside[0];
  const relPath = path.replaceAll("\\", "/");
  for (const configured of parts.instruments()) {
    const { folder, name } = configured.instrument;
    const stat = await parts.files.stat(folder, relPath);
    // A file that is gone from the disk may still be in the ledger.
    const isKnown = !("error" in stat) || (await parts.ledger.versions(name, relPath)).length > 0;
    if (isKnown) return { configured, relPath };
  }
  return null;
}

/** The path that an added file has in the ledger; null for all others. */
function addedPathOf(path: string, { added, pathStyle }: ExplainParts): string | null {
  if (isAdded(path)) return path;
  const below = added === undefined ? null : relativePath(added.dataFolder, path, pathStyle);
  return below !== null && isAdded(`/${below}`) ? `/${below}` : null;
}

async function journalOf(ledger: Ledger, uploadId: string): Promise<readonly JournalLine[]> {
  return await ledger.journal({ sinceSeq: 0, limit: 200, uploadId });
}
