import { channelLabels } from "#domain/channels.ts";
import type { Channel } from "#domain/notification-settings.ts";
import type { ChannelMessage, Channels } from "#engine/ports/channels.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import { postedTo } from "./channel-bodies.ts";
import { type Came, failedTry, postOnce } from "./one-try.ts";

/** A secret that was found, none that is needed, or why there is none. */
export type ChannelSecret = { readonly secret: string | null } | { readonly message: string };

export interface ChannelsParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** `portal.proxy` of the settings; null takes the environment's. */
  readonly proxy: () => string | null;
  /** `portal.caFile` of the settings: whose certificates a service may show, too. */
  readonly caFile: () => string | null;
  readonly secretOf: (channel: Channel) => Promise<ChannelSecret>;
  /** Says sentences in the language of the station; left out: English. */
  readonly inWords?: () => Promise<InWords>;
  /** For one try, from the connection to the last byte; 10 s, and 30 s for a mail, as servers wait on purpose. */
  readonly tryMs?: number;
}

type InWords = (sentence: string) => string;

const inEnglish = async (): Promise<InWords> => (sentence) => sentence;

interface Waiting {
  readonly channel: Channel;
  readonly message: ChannelMessage;
  readonly done: (isTaken: boolean) => void;
}

interface Delivered {
  readonly isTaken: boolean;
  readonly reason: string | null;
}

const usualTryMs = 10_000;
const usualMailTryMs = 30_000;
const triesAtMost = 3;
const pausesMs = [5_000, 30_000] as const;
/** Nobody is waited for longer, whatever it asks for. */
const pauseAtMostMs = 3_600_000;
/** More than this waiting means that the channel does not answer: the oldest are given up. */
const waitingAtMost = 20;
const logEveryMs = 3_600_000;

/**
 * Tells each channel one message after another; none waits for another channel. A channel that does not answer, or
 * answers 408, 425, 429 or 5xx, or as a mail server 4xx, is tried three times, not before the time that it asks for
 * (`Retry-After`). Anything else that is no success is given up at once. Failures are in the log once an hour and channel,
 * without addresses and secrets.
 */
export function createChannels(parts: ChannelsParts): Channels {
  const { clock, log, version, proxy, caFile, secretOf, tryMs, inWords = inEnglish } = parts;
  const closing = new AbortController();
  const queues = new Map<string, Waiting[]>();
  const working = new Map<string, Promise<void>>();
  const loggedAt = new Map<string, number>();

  const tryOnce = async (
    channel: Channel,
    message: ChannelMessage,
    mailId: string,
    typed: string | null,
    signal: AbortSignal,
  ): Promise<Came> => {
    const found = typed === null ? await secretOf(channel) : { secret: typed };
    if ("message" in found) return failedTry(`was not asked: ${withoutStop(found.message)}`);
    const { secret } = found;
    if (channel.type === "email") {
      // Loaded here: most stations send no mail.
      const { mailOnce } = await import("./one-mail.ts");
      const say = await inWords();
      const way = { mailId, secret, caFile: caFile(), tryMs: tryMs ?? usualMailTryMs, signal, say };
      return await mailOnce(channel, toldIn(message, say), way);
    }
    const way = { version, proxy: proxy(), caFile: caFile(), tryMs: tryMs ?? usualTryMs, signal };
    // Programs read a webhook, people the others.
    const told = channel.type === "webhook" ? message : toldIn(message, await inWords());
    return await postOnce(channel, postedTo(channel, told, secret), way);
  };

  /** Taken is what somebody got. `reason`: why it was not, or not for everybody; null where all got it. */
  const deliver = async ({ channel: given, message }: Waiting): Promise<Delivered> => {
    const mailId = crypto.randomUUID();
    let channel = given;
    let isTaken = false;
    /** Why somebody never gets it. */
    let refused: string | null = null;
    for (let tries = 1; ; tries++) {
      const came = await tryOnce(channel, message, mailId, null, closing.signal);
      if (came.kind === "taken") return { isTaken: true, reason: refused };
      const { partly, reason } = came;
      isTaken ||= partly !== undefined;
      if (partly?.isAnyRefused) refused ??= reason;
      const end = { isTaken, reason: refused ?? reason };
      if (!came.isTransient || tries >= triesAtMost || closing.signal.aborted) return end;
      if (channel.type === "email" && partly !== undefined) channel = { ...channel, to: partly.left };
      const pauseMs = Math.min(pauseAtMostMs, Math.max(pausesMs[tries - 1] ?? 0, came.afterMs));
      await clock.sleep(pauseMs, closing.signal);
      if (closing.signal.aborted) return end;
    }
  };

  const tellFailure = (key: string, name: string, reason: string): void => {
    const now = clock.monotonicMs();
    if (closing.signal.aborted || now - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < logEveryMs) return;
    loggedAt.set(key, now);
    log.warn("a notification could not be sent", { channel: name, reason: `it ${reason}` });
  };

  const work = async (key: string, queue: Waiting[]): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { isTaken, reason } = await deliver(next).catch(
        (error: unknown): Delivered => ({ isTaken: false, reason: `failed: ${String(error)}` }),
      );
      if (reason !== null) tellFailure(key, next.channel.name, reason);
      next.done(isTaken);
    }
    working.delete(key);
  };

  return {
    send(channel, message) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      if (closing.signal.aborted) return Promise.resolve(false);
      const key = `${channel.type} ${channel.name}`;
      const queue = queues.get(key) ?? [];
      queues.set(key, queue);
      queue.push({ channel, message, done: resolve });
      while (queue.length > waitingAtMost) queue.shift()?.done(false);
      if (!working.has(key)) working.set(key, work(key, queue));
      return promise;
    },
    async test(channel, message, secret, signal) {
      const stop = AbortSignal.any([signal, closing.signal]);
      const came = await tryOnce(channel, message, crypto.randomUUID(), secret, stop);
      const who = channel.type === "email" ? "The mail server" : channelLabels[channel.type];
      if (came.kind === "taken") return { isTaken: true, sentence: `${who} accepted the message.` };
      return { isTaken: false, sentence: `${who} ${came.reason}.` };
    },
    async close() {
      for (const queue of queues.values()) for (const { done } of queue.splice(0)) done(false);
      closing.abort();
      await Promise.all(working.values());
    },
  };
}

function toldIn(message: ChannelMessage, say: InWords): ChannelMessage {
  return { ...message, title: say(message.title), lines: message.lines.map(say) };
}

function withoutStop(message: string): string {
  return message.replace(/\.$/, "");
}
