import { addDays, todayUtc } from "#base/dates.ts";
import { errorText, isoTime } from "#base/text.ts";
import { channelsOf, isToldOf } from "#domain/channels.ts";
import { lastDueMs } from "#domain/digest-time.ts";
import type { Channel, NotificationSettings } from "#domain/notification-settings.ts";
import type { ChannelMessage } from "#engine/ports/channels.ts";
import type { Clock, Log, StateStore } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Coverage } from "#station/coverage/coverage.ts";
import { issuesOf, unsentCount } from "#station/status/issues.ts";
import type { Status } from "#station/status/reports.ts";
import { digestOf } from "./digest.ts";

export interface DigestParts {
  readonly status: () => Promise<Status>;
  readonly ledger: Pick<Ledger, "deliveryHours">;
  readonly coverage: Pick<Coverage, "days">;
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps until when each channel was told. */
  readonly store: StateStore;
  readonly settings: () => NotificationSettings;
  /** Sites of the station. */
  readonly station: () => string;
  /** True when it was taken. */
  readonly send: (channel: Channel, message: ChannelMessage) => Promise<boolean>;
}

export interface Digests {
  /** Some minutes after the start, when the station knows how it is, and then as they are due. */
  start(): void;
  stop(): Promise<void>;
}

const firstAfterMs = 3 * 60_000;
const lookEveryMs = 60_000;
const againAfterMs = 3_600_000;
const hourMs = 3_600_000;
/** A digest tells of no more than this, however long this PC was off. */
const mostDays = 31;
const dayMs = 24 * hourMs;

/**
 * Sends each channel that wants one a digest of the time since its last. A digest that was missed is sent once, late; one
 * that is not taken is tried again each hour. The first comes at the end of the first whole period. Quiet hours do not hold it.
 */
export function createDigests(parts: DigestParts): Digests {
  const { clock, log, store, settings } = parts;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  /** Until when each was told, epoch milliseconds, by name of the channel. */
  let toldUntil: Record<string, number> = {};
  const tryAfter = new Map<string, number>();

  const look = async (): Promise<void> => {
    const { digestAt } = settings();
    const wanted = channelsOf(settings()).flatMap((channel) =>
      channel.digest === null ? [] : [{ channel, period: channel.digest }],
    );
    const nowMs = clock.nowMs();
    const next: Record<string, number> = {};
    const due: { readonly channel: Channel; readonly fromMs: number; readonly toMs: number }[] = [];
    for (const { channel, period } of wanted) {
      const toMs = lastDueMs(period, digestAt, nowMs);
      const fromMs = toldUntil[channel.name];
      // A clock that was set back has told of what is yet to come.
      next[channel.name] = fromMs === undefined || fromMs > nowMs ? toMs : fromMs;
      if (fromMs !== undefined && fromMs < toMs) due.push({ channel, fromMs, toMs });
    }
    await keep(next);
    await Promise.all(due.map(tell));
  };

  const tell = async (one: { channel: Channel; fromMs: number; toMs: number }): Promise<void> => {
    const { channel, fromMs, toMs } = one;
    if (clock.monotonicMs() < (tryAfter.get(channel.name) ?? 0)) return;
    tryAfter.set(channel.name, clock.monotonicMs() + againAfterMs);
    const message = await messageOf(channel, Math.max(fromMs, toMs - mostDays * dayMs), toMs);
    if (!(await parts.send(channel, message)) || stopping.signal.aborted) return;
    tryAfter.delete(channel.name);
    // Kept after it was sent: a crash in between sends it twice, which is better than not at all.
    if (toldUntil[channel.name] === fromMs) await keep({ ...toldUntil, [channel.name]: toMs });
  };

  const keep = async (next: Record<string, number>): Promise<void> => {
    const isSame = JSON.stringify(next) === JSON.stringify(toldUntil);
    toldUntil = next;
    if (!isSame) await store.write({ form: 1, toldUntil });
  };

  const messageOf = async (channel: Channel, fromMs: number, toMs: number): Promise<ChannelMessage> => {
    const nowMs = clock.nowMs();
    const lastDay = addDays(todayUtc(toMs), -1);
    const [status, hours, coverage] = await Promise.all([
      parts.status(),
      parts.ledger.deliveryHours(Math.floor(fromMs / hourMs), Math.floor(toMs / hourMs)),
      parts.coverage.days(minimum(todayUtc(fromMs), lastDay), lastDay, null),
    ]);
    const isTold = ({ instrument }: { readonly instrument: string | null }) => isToldOf(channel, instrument);
    const ofChannel = hours.filter(isTold);
    const { unsent, refused } = unsentOf(status, channel);
    const { title, lines } = digestOf({
      period: channel.digest ?? "daily",
      fromMs,
      nowMs,
      files: ofChannel.reduce((sum, { files }) => sum + files, 0),
      sentBytes: ofChannel.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
      unsent,
      refused,
      issues: issuesOf(status, nowMs).filter(isTold),
      days: coverage?.asOfMs == null ? null : coverage.days.filter(isTold),
    });
    return {
      id: `digest-${toMs.toString(36)}`,
      kind: "digest",
      cause: null,
      title,
      lines,
      count: unsent,
      since: isoTime(fromMs),
      station: parts.station(),
      isRepeat: false,
    };
  };

  const run = async (): Promise<void> => {
    toldUntil = readTold(await store.read());
    for (let waitMs = firstAfterMs; ; waitMs = lookEveryMs) {
      await clock.sleep(waitMs, stopping.signal);
      if (stopping.signal.aborted) return;
      await look().catch((error: unknown) =>
        log.error("a digest could not be made", { error: errorText(error) }),
      );
    }
  };

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Finished files of the channel's instruments that are here and not on the portal, `refused` of them blocked. */
function unsentOf(
  status: Status,
  { instruments }: Channel,
): { readonly unsent: number; readonly refused: number } {
  if (instruments === null) return { unsent: unsentCount(status), refused: status.totals.blocked };
  const own = status.instruments.filter(({ name }) => instruments.includes(name)).map(({ queue }) => queue);
  return {
    unsent: own.reduce((sum, { unsent }) => sum + unsent, 0),
    refused: own.reduce((sum, { needsYou }) => sum + needsYou, 0),
  };
}

function minimum(one: string, other: string): string {
  return one < other ? one : other;
}

/** As it was kept; what is damaged is nothing. */
function readTold(stored: unknown): Record<string, number> {
  const until: unknown =
    typeof stored === "object" && stored !== null ? Reflect.get(stored, "toldUntil") : null;
  if (typeof until !== "object" || until === null) return {};
  return Object.fromEntries(Object.entries(until).filter(([, ms]) => Number.isFinite(ms))) as Record<
    string,
    number
  >;
}
