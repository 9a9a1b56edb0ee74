import { canonicalJson } from "#base/canonical-json.ts";
import type { CoverageLayer } from "./coverage.ts";
import type { TrayState } from "./headline.ts";
import type { IssueKind } from "./notification-settings.ts";

/** Version of the layout; a later one only adds. */
export const stationReportVersion = 1;

/** State of an instrument or model: the first that fits. `unknown`: nobody has looked through its folder yet. */
export const reportedStates = ["off", "folder-unreachable", "unknown", "silent", "well"] as const;

/** Something that an operator may have to know; never the words of the portal, and no name of a file. */
export interface ReportedCause {
  /** Id of the cause: `refused`, `folder-unreachable`. */
  readonly cause: string;
  readonly title: string;
  readonly kind: IssueKind;
  /** Null where it is not one instrument's. */
  readonly instrument: string | null;
  /** Files concerned. */
  readonly count: number;
  readonly since: string | null;
  readonly snoozed: boolean;
  /** Path of one of the files; left out unless the settings allow names. */
  readonly sample?: string | undefined;
}

export interface InstrumentInReport {
  readonly name: string;
  readonly site: string;
  readonly pid: string;
  readonly state: (typeof reportedStates)[number];
  readonly lastFileAt: string | null;
  /** Confirmations by days of UTC. */
  readonly delivered: { readonly today: number; readonly yesterday: number; readonly last30Days: number };
  readonly queue: { readonly unsent: number; readonly waiting: number; readonly needsYou: number };
  /** Days of the last 62 on which a layer is overdue; null where that is not known. */
  readonly gaps: Readonly<Record<CoverageLayer, number>> | null;
  /** Files of the last 7 days; null while no list of the portal is known. */
  readonly verdicts: {
    readonly notUsable: number;
    readonly notProcessed: number;
    readonly poorProducts: number;
  } | null;
  /** Left out unless the settings allow names. */
  readonly folder?: string | undefined;
}

export interface ReportedDisk {
  readonly freeBytes: number;
  readonly bytes: number;
  /** Skyferry keeps its records on it. */
  readonly hasRecords: boolean;
  /** Null where nothing is foretold. */
  readonly fullInDays: number | null;
  /** Left out unless the settings allow names. */
  readonly disk?: string | undefined;
}

/** Parts of a report that had to be left out, as it was too large. */
type LeftOut = Readonly<Record<"causes" | "instruments" | "disks", number>>;

/** State of a station, for those who look after many. All numbers are whole, moments are ISO 8601 in UTC. */
export interface StationReport {
  readonly version: typeof stationReportVersion;
  /** SHA-256 of the public key (DER), in hexadecimal. */
  readonly id: string;
  /** Sites of the settings: `hyytiala, granada`. */
  readonly station: string;
  /** Name of the PC. */
  readonly computer: string;
  /** Version of Skyferry. */
  readonly skyferry: string;
  readonly at: string;
  /** The next one follows after so long; null where none is sent. */
  readonly everySeconds: number | null;
  /** False where nothing watches and delivers, and only the record was read. */
  readonly running: boolean;
  /** State of the tray icon. */
  readonly state: TrayState;
  readonly headline: string;
  /** The gravest first. */
  readonly causes: readonly ReportedCause[];
  /** Versions of files. */
  readonly files: Readonly<Record<"delivered" | "queued" | "waiting" | "blocked", number>>;
  readonly oldestUnsentAt: string | null;
  readonly lastDeliveredAt: string | null;
  /** Models are among them. */
  readonly instruments: readonly InstrumentInReport[];
  readonly disks: readonly ReportedDisk[];
  /** How far this PC's clock is ahead of the portal's; null while not known. */
  readonly clockAheadSeconds: number | null;
  /** Null: nothing was left out. */
  readonly truncated: LeftOut | null;
}

/** A report as it is sent. */
export interface SignedReport {
  readonly report: StationReport;
  /** Ed25519, PEM. */
  readonly publicKey: string;
  /** Signature of the canonical form of `report` (RFC 8785), base64. */
  readonly signature: string;
}

/** A signed report has at most so many bytes: key, signature and what is around them take 400 of them. */
const mostBytes = 20_000 - 400;
/** The gravest causes are told, however many instruments there are. */
const keptCauses = 10;

/**
 * The report, small enough to be sent. Left out are, as far as it has to be: causes behind the ten gravest, instruments that are
 * well, other instruments, causes, disks; each list from its end.
 */
export function fitReport(report: StationReport): StationReport {
  let over = bytesOf(report) - mostBytes;
  if (over <= 0) return report;
  // `truncated` itself takes the place of `null`.
  over += bytesOf({ causes: 1e6, instruments: 1e6, disks: 1e6 });
  const cut = <T>(list: readonly T[], kept: number, isLeft: (one: T) => boolean = () => true): readonly T[] =>
    list
      .toReversed()
      .filter((one, at) => {
        if (over <= 0 || list.length - at <= kept || !isLeft(one)) return true;
        over -= bytesOf(one) + 1;
        return false;
      })
      .toReversed();
  const gravest = cut(report.causes, keptCauses);
  const ill = cut(report.instruments, 0, ({ state }) => state === "well");
  const instruments = cut(ill, 0);
  const causes = cut(gravest, 0);
  const disks = cut(report.disks, 0);
  const truncated = {
    causes: report.causes.length - causes.length,
    instruments: report.instruments.length - instruments.length,
    disks: report.disks.length - disks.length,
  };
  return { ...report, causes, instruments, disks, truncated };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(canonicalJson(value)).length;
}

/** File of the station's key in the data folder, and in backups: a station that moves stays the same one. */
export const reportKeyName = "report-key.pem";
