import { raceTimeout } from "#base/async.ts";
import type { SignedReport } from "#domain/reported-station.ts";
import type { StationReportSettings } from "#domain/settings.ts";
import type { ChannelTested, HeartbeatAnswer, SendReport } from "#engine/ports/channels.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import { createTimedSending, type TimedSending } from "./timed-sending.ts";

export interface StationReportsParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Null: none is sent. */
  readonly settings: () => StationReportSettings | null;
  /** Makes one as of now; one sentence where it cannot be signed. `isRunning`: a host watches and delivers. */
  readonly make: (isRunning: boolean) => Promise<SignedReport | { readonly message: string }>;
  /** The station was restored, and the old one may still be on. */
  readonly isUnconfirmed: () => Promise<boolean>;
  readonly send: SendReport;
}

/** The state of the station, signed: for who asks, and for the place that the settings name. */
export interface StationReports extends Omit<TimedSending, "now"> {
  /** As of now; one sentence where it cannot be signed. */
  make(): Promise<SignedReport | { readonly message: string }>;
  /** Sends one now; null where the settings name no place. */
  test(signal: AbortSignal): Promise<ChannelTested | null>;
}

/** In `notify test` and in answers; a channel may have the same name. */
export const stationReportName = "report";

/** An engine that needs longer is not working, and no report says that it is. */
const madeWithinMs = 30_000;

/** Sends a report in each period, as long as the engine answers. */
export function createStationReports(parts: StationReportsParts): StationReports {
  const { clock, log, settings, isUnconfirmed } = parts;
  let isRunning = false;
  const make = () => parts.make(isRunning);

  const sendOnce = async (chosen: StationReportSettings, signal: AbortSignal): Promise<HeartbeatAnswer> => {
    if (await isUnconfirmed())
      return notSent(
        "this station was restored, and nobody has confirmed with a resume that the old one is off",
      );
    const made = await raceTimeout(() => make().catch(() => null), { ms: madeWithinMs, clock, signal }, null);
    if (made === null) return { ...notSent("the engine does not answer"), isTransient: true };
    if ("message" in made) return notSent(made.message.replace(/\.$/, ""));
    return await parts.send(chosen, { id: made.report.id, text: JSON.stringify(made) }, signal);
  };

  const sending = createTimedSending({
    clock,
    log,
    noun: "station report",
    settings,
    receiver: ({ url }) => (url === null ? "folder" : "service"),
    send: sendOnce,
  });
  return {
    ...sending,
    start() {
      isRunning = true;
      sending.start();
    },
    make,
    async test(signal) {
      const came = await sending.now(signal);
      return came === null ? null : { name: stationReportName, type: stationReportName, ...came };
    },
  };
}

function notSent(reason: string) {
  return { isTaken: false, isTransient: false, reason: `was not asked: ${reason}` } as const;
}
