import { z } from "zod";
import { type FitOptions, fitted } from "#api/fitted.ts";
import type { Subscribe } from "#base/event.ts";
import type { FeedEvent } from "#contract/events.ts";
import { journalEntry } from "#contract/journal.ts";
import type { JournalLine } from "#domain/journal.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { DownloadChanged } from "#station/portal-files/create-downloads.ts";
import type { EngineEvent } from "#station/station-api.ts";
import { createEventRing, type EventRing } from "./ring.ts";
import { createFollower, type Follower } from "./subscriber.ts";

/** Events that a feed hears. */
export type HeardEvent =
  | EngineEvent
  | DownloadChanged
  | { readonly type: "coverage.changed" | "log.changed" | "notifications.changed" | "tray.changed" };

/** Gives the journal lines that number the events; a station is one. */
export interface FeedSource {
  lastSeq(): Promise<number>;
  readonly onEvent: Subscribe<HeardEvent>;
}

/** Numbered events of one host, for any number of subscribers. */
export interface Feed {
  /**
   * Batches of events after journal line `sinceSeq`; begins with `reset` where that is not possible or for null.
   * Nothing is kept for a subscriber who does not ask for the next batch: one that falls too far behind gets `reset`.
   * Ends when `signal` aborts or the feed is closed.
   */
  follow(sinceSeq: number | null, signal: AbortSignal): AsyncGenerator<readonly FeedEvent[], void, undefined>;
  close(): void;
}

/** `onUnfit` hears of a line of the journal that is left out because it does not fit. */
interface FeedOptions extends Partial<Pick<FitOptions, "onUnfit" | "isStrict">> {
  /** Events that can be replayed. */
  readonly keep?: number | undefined;
}

const journalEntries = z.array(journalEntry).readonly();

/** Between two progress events of one upload. */
const progressEveryMs = 200;

/** Each of `sources`, told as `event` whatever it says. */
export function toldAs(
  event: HeardEvent,
  ...sources: readonly ((listener: () => void) => () => void)[]
): Subscribe<HeardEvent> {
  return (listener) => {
    const ends = sources.map((source) => source(() => listener(event)));
    return () => {
      for (const end of ends) end();
    };
  };
}

/** Follows a station, and what else happens to it, from now on. Call it before the station starts. */
export async function createFeed(
  station: FeedSource,
  clock: Pick<Clock, "sleep">,
  others: readonly Subscribe<HeardEvent>[] = [],
  { keep = 2_000, onUnfit = () => {}, isStrict }: FeedOptions = {},
): Promise<Feed> {
  const reported = new Set<string>();
  const followers = new Set<Follower>();
  const closing = new AbortController();
  const early: HeardEvent[] = [];
  let ring: EventRing | null = null;
  const progress = new Map<string, FeedEvent>();
  let isResting = false;

  const tellProgress = () => {
    if (isResting || progress.size === 0) return;
    for (const follower of followers) follower.onProgress(progress);
    progress.clear();
    isResting = true;
    void clock.sleep(progressEveryMs, closing.signal).then(() => {
      isResting = false;
      if (!closing.signal.aborted) tellProgress();
    });
  };

  const hearLines = (to: EventRing, lines: readonly JournalLine[]) => {
    const entries = fitted("upload.changed", journalEntries, lines, { reported, onUnfit, isStrict });
    for (const entry of entries) to.push({ type: "upload.changed", ...entry });
    for (const { state, uploadId } of lines) {
      if (state === "sending") continue;
      progress.delete(uploadId);
      for (const follower of followers) follower.endProgress(uploadId);
    }
    for (const follower of followers) follower.onEvents();
  };

  const hear = (to: EventRing, event: HeardEvent) => {
    if (event.type === "journal") hearLines(to, event.entries);
    else if (event.type === "status") {
      for (const follower of followers) follower.onStatus();
    } else {
      progress.set("id" in event ? event.id : event.type, event);
      tellProgress();
    }
  };

  const stopHearing = [station.onEvent, ...others].map((source) =>
    source((event) => {
      if (ring === null) early.push(event);
      else hear(ring, event);
    }),
  );
  const started = createEventRing(keep, await station.lastSeq());
  for (const event of early) hear(started, event);
  ring = started;

  return {
    async *follow(sinceSeq, signal) {
      const ended = AbortSignal.any([signal, closing.signal]);
      const follower = createFollower(started, sinceSeq);
      const wake = () => follower.wake();
      followers.add(follower);
      ended.addEventListener("abort", wake);
      try {
        while (!ended.aborted) {
          const batch = follower.take();
          if (batch.length > 0) yield batch;
          else await follower.woken();
        }
      } finally {
        followers.delete(follower);
        ended.removeEventListener("abort", wake);
      }
    },
    close() {
      for (const stop of stopHearing) stop();
      closing.abort();
    },
  };
}
