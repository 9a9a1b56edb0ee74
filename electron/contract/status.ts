import { z } from "zod";
import { holdLanes } from "#domain/cause.ts";
import { causeActions } from "#domain/cause-action.ts";
import { type Headline, trayStates } from "#domain/headline.ts";
import { issueKinds } from "#domain/notification-settings.ts";
import type { PathNode } from "#domain/path-health.ts";
import type { Rule } from "#domain/selection.ts";
import { pausePlaces } from "#domain/station-event.ts";
import { journalEntry } from "./journal.ts";
import { notificationCause, notificationFilter } from "./notifications.ts";
import { shape } from "./shape.ts";
import { upload } from "./uploads.ts";
import {
  byteCount,
  calendarDate,
  cause,
  count,
  failure,
  filePath,
  journalSeq,
  noInput,
  typed,
  uploadState,
  utcTime,
  word,
  writtenTime,
} from "./values.ts";

/** Why nothing is sent for now. */
const hold = shape({
  lane: z.enum(holdLanes),
  /** Reach of the hold; `uploads`: the portal's lists can be read. */
  extent: z.enum(["everything", "uploads", "models"]),
  ...failure.shape,
  since: utcTime,
  /** Null when only a person ends it. */
  nextTryAt: utcTime.nullable(),
});

/** A cause that keeps files from being sent; refused files are grouped by the portal's words on them. */
const filesCause = shape({
  cause,
  count,
  /** For refused files, the portal's words on all of them; null where it said nothing, or several things. */
  portalMessage: z.string().nullable(),
  samplePath: z.string(),
  message: z.string(),
  needsYou: z.boolean(),
  /** Null where the uploads themselves tell. */
  since: utcTime.nullable(),
});

/** Files of a weather model are watched and sent as those of an instrument. */
const sourceKind = z.enum(["instrument", "model"]);

const instrumentStatus = shape(
  {
    kind: sourceKind,
    name: z.string(),
    /** The portal's id of the site: `hyytiala`. */
    site: z.string(),
    /** The portal's id of the instrument, `rpg-fmcw-94`, or of the model, `ecmwf`. */
    instrument: z.string(),
    folder: z.string(),
    /** Newest modification time seen. */
    lastFileAt: utcTime.nullable(),
    /** "No file since 10:50 UTC, usually one every 1 h."; null unless a person is told of its silence. */
    silence: z.string().nullable(),
    /** Switched off until this day (UTC) begins; null where it is on. */
    offUntil: z.string().nullable(),
    /** Files whose modification time is today, UTC; of several versions of a file the newest one counts. */
    today: z.strictObject({
      found: count,
      delivered: count,
      /** Neither on the portal nor given up. */
      unsent: count,
    }),
    /** Uploads of any day. */
    queue: z.strictObject({
      /** On their way to the portal, or waiting for their turn. */
      unsent: count,
      /** Uploads of `unsent` that are tried again by themselves after a failure. */
      waiting: count,
      /** Not among those: they wait for a person. */
      needsYou: count,
    }),
    /** Files that are not finished yet. */
    growing: count,
    /** Verdicts of the portal on files of the last 7 days; null while its lists were not read. */
    verdicts: z
      .strictObject({
        /** It could not use them. */
        invalid: count,
        /** Received, and not processed in time. */
        notProcessed: count,
        /** Products whose quality control found an error. */
        poorProducts: count,
        /** The newest 20 of `poorProducts`. */
        poor: z.array(
          z.object({
            /** Product id. */
            product: z.string(),
            date: calendarDate,
            uuid: z.string(),
            /** Findings, worst first; null where the portal did not tell them. */
            reasons: z.array(z.string()).readonly().nullable(),
          }),
        ),
        /** Whether the portal tells why products are poor; null where it was not asked. */
        tellsWhy: z.boolean().nullable(),
      })
      .nullable(),
    folderTrouble: shape({ message: z.string(), since: utcTime }).nullable(),
    lastSweepAt: utcTime.nullable(),
  },
  { growing: "unsettled", lastSweepAt: "lastRescanAtMs" },
);

const settingsProblem = z.object({
  /** The key at fault: `instruments[1].pattern`. */
  key: z.string(),
  message: z.string(),
  /** Instrument that is left out because of it. */
  instrument: z.string().nullable(),
});

/** Something that an operator may have to know, however many files it concerns. */
const issue = shape({
  /** Identifies it while it lasts: `portal`, `folder:Radar`. */
  key: z.string(),
  cause: notificationCause,
  kind: z.enum(issueKinds),
  /** A few words: `7 files were refused by the portal`. */
  label: z.string(),
  /** Clause that says what happens next, or what to do. */
  remedy: z.string(),
  /** First action of a person about it. */
  action: z.enum(causeActions),
  /** Whose matter it is; null where it is not one instrument's. */
  instrument: z.string().nullable(),
  /** Files concerned. */
  count,
  /** Null where it is not known, or `label` says it. */
  since: utcTime.nullable(),
  /** Reason why sending has stopped, in one or two sentences; null for anything else. */
  message: z.string().nullable(),
  /** The portal's own words. */
  portalMessage: z.string().nullable(),
  /** When it is tried again by itself; null where that is not known. */
  nextTryAt: utcTime.nullable(),
  /** The queue of the files concerned. */
  filter: notificationFilter,
  /** Measurement date on which it shows; null where it is of no single day. */
  day: calendarDate.nullable(),
  /** `known.mark` takes it. */
  canBeKnown: z.boolean(),
  /** A person does not want to be reminded of it until then, or until it changes; null where nobody has said so. */
  snoozed: shape({ until: utcTime.nullable() }).nullable(),
});

const timeLeft = z.strictObject({ fromMs: z.number().min(0), toMs: z.number().min(0) });

/** Output of `status --json`. */
const status = shape(
  {
    /** A host watches and delivers. */
    running: z.boolean(),
    totals: z.record(uploadState, count),
    /** Files of `totals.delivered` that the portal has under another name only. */
    duplicates: count,
    /** Versions of `totals.delivered` whose file has a newer one, delivered or not. A file is counted by its newest. */
    replaced: count,
    holds: z.array(hold).readonly(),
    causes: z.array(filesCause).readonly(),
    /**
     * Files of the last 7 days that are delivered or on the way although they look cut off or damaged, the newest first; at most
     * 20.
     */
    questionable: z
      .array(
        shape(
          {
            instrument: z.string(),
            path: z.string(),
            /** A clause behind the file: "is cut off: its header says 100000 bytes, it has 60000". */
            reason: z.string(),
          },
          { path: "relPath" },
        ),
      )
      .readonly(),
    /** Modification time of the oldest file that is neither delivered nor given up. */
    oldestUnsentAt: utcTime.nullable(),
    instruments: z.array(instrumentStatus).readonly(),
    settingsProblems: z.array(settingsProblem).readonly(),
    /** Things that must be known about the opening of the ledger. */
    ledgerMessage: z.string().nullable(),
    /** A person has to do something. */
    needsAttention: z.boolean(),
    /** Events after this journal line come by the feed. */
    seq: journalSeq,
    /** The host's clock. */
    now: utcTime,
    /** Files whose modification time is today (UTC), and how many of them the portal has confirmed. */
    today: z.strictObject({
      found: count,
      delivered: count,
      /** Files of `delivered` that the portal has under another name only. */
      duplicates: count,
    }),
    /** Files of earlier days. */
    backlog: shape({
      /** So many are not on the portal, whatever keeps them. */
      files: count,
      /** Since when a person lets them wait; null: nobody does. */
      pausedSince: utcTime.nullable(),
      /** The timetable or a person lets them wait, and nothing else is under way. */
      isStopped: z.boolean(),
    }),
    /** Files on their way at this moment; the rate is that of the last few seconds. */
    sending: z.strictObject({
      count,
      bytesPerSecond: byteCount,
      /**
       * How long what is to be sent will take at the rate of the last 5 minutes: between these two, in milliseconds. Null before
       * 20 files or 30 s of sending, and while the rate is not steady.
       */
      timeLeft: timeLeft.nullable(),
      /** How far it is since the queue was empty last; null with nothing to send. */
      progress: z
        .strictObject({
          /** On the portal, with what was sent of files under way; and those together with what is to be sent. */
          bytes: byteCount,
          ofBytes: byteCount,
          files: count,
          ofFiles: count,
          /** That of the last 5 minutes; null where `timeLeft` is. */
          bytesPerSecond: byteCount.nullable(),
          timeLeft: timeLeft.nullable(),
        })
        .nullable(),
      /** The backlog that ended in the last 10 minutes, 20 files or more: how many files, and how long it took. */
      finished: z.strictObject({ files: count, bytes: byteCount, tookMs: z.number().min(0) }).nullable(),
    }),
    /** Instrument, folder, this PC, network, portal: the first with a problem is the answer. */
    path: z.array(typed<PathNode>()).readonly(),
    /** How far the host's clock is ahead of the portal's (negative: behind); null while not known. */
    portalClockDriftMs: z.number().nullable(),
    /** The headline, and the quiet line below it. */
    truth: typed<Headline>(),
    /** The state of the tray icon. */
    tray: z.enum(trayStates),
    /** The gravest first. */
    issues: z.array(issue).readonly(),
    /** When the portal confirmed a file last. */
    lastDeliveredAt: utcTime.nullable(),
    /** Result of the last comparison of receipts with the portal; null before the first. */
    verified: shape({
      at: utcTime,
      /** Receipts about which the portal gave an answer, and of those the same bytes are there. */
      checked: count,
      same: count,
      lost: count,
      replaced: count,
      notReceived: count,
      /** Seen otherwise by one look; a second one decides. */
      unconfirmed: count,
      /** Null where the files on this PC were not read. */
      localChanged: count.nullable(),
      localGone: count.nullable(),
    }).nullable(),
  },
  { running: "isRunning" },
);

export type StatusShown = z.input<typeof status>;

/** Why one file is, or is not, sent. */
const explanation = shape({
  path: z.string(),
  instrument: z.string().nullable(),
  rules: z.array(typed<Rule>()).readonly(),
  verdict: z.string(),
  /** Kind of `instrument`; null where that is null. */
  kind: sourceKind.nullable(),
  next: shape({ what: z.string(), at: utcTime.nullable() }).nullable(),
  /** Versions of the file in the ledger, newest first. */
  uploads: z.array(upload).readonly(),
  journal: z.array(journalEntry).readonly(),
});

/** Way in which a host runs: in the window, as the service that the system starts, or as a daemon that a person has started. */
const runsAs = z.enum(["window", "service", "daemon"]);

export type RunsAs = z.output<typeof runsAs>;

/** The process that watches and delivers. */
const host = z.strictObject({
  pid: z.int().positive(),
  version: z.string(),
  startedAt: writtenTime,
  runsAs,
  /** Threads that its calls on files wait in. */
  poolSize: z.int().positive(),
});

const done = z.strictObject({});

export const statusMethods = {
  status: { input: noInput, output: status },
  /** `path` absolute, or relative to an instrument's folder. */
  explain: { input: z.strictObject({ path: filePath }), output: explanation },
  host: { input: noInput, output: host },
  /** Sends nothing until the moment, or until `resume` for null. `from` is recorded in the log. */
  pause: {
    input: z.strictObject({ until: writtenTime.nullable(), from: z.enum(pausePlaces).optional() }),
    output: done,
  },
  resume: { input: noInput, output: done },
  /** Sends no files of earlier days until `backlog.resume`, also after a restart; those of today and yesterday are sent. */
  "backlog.pause": { input: noInput, output: done },
  "backlog.resume": { input: noInput, output: done },
  /**
   * Reminds nobody of an open issue until the moment, or until it has another cause or more files for null: its notification
   * is taken away, and the headline still counts it.
   */
  snooze: { input: z.strictObject({ key: word, until: writtenTime.nullable() }), output: done },
  "snooze.end": { input: z.strictObject({ key: word }), output: done },
  /** Tries the portal at once although it is held. */
  tryNow: { input: noInput, output: done },
  /** Looks through every folder now. */
  rescan: { input: noInput, output: done },
  /** Looks through the folder of one instrument or model now, and says how it is. `not-found`: no instrument has this name. */
  "folder.check": {
    input: z.strictObject({ instrument: z.string().min(1) }),
    output: z.strictObject({
      /** It was looked through, all of it. */
      isReadable: z.boolean(),
      /** "/data/lidar still does not exist." */
      message: z.string(),
    }),
  },
};

export type StatusIssue = StatusShown["issues"][number];
