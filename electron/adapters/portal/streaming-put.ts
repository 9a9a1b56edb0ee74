import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { HttpAgent } from "./http-agent.ts";
import type { CameBack, PortalAnswer } from "./portal-answer.ts";
import { brokenCodes } from "./portal-answer.ts";
import type { PortalTimeouts } from "./portal-timeouts.ts";
import { keepAnswerReadable } from "./read-after-write-error.ts";
import { type StallTimer, watchSilence } from "./stall-timer.ts";

export interface CarefulPut {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes that `chunks` gives in all; one more or less and the request is broken off unfinished. */
  readonly size: number;
  /** Largest piece that is handed to the connection at once; looked up for each, as the limit may change within a body. */
  readonly pieceBytes: () => number;
  readonly goAhead: GoAhead;
  /** Null when the bytes may go at once. */
  readonly allow: (bytes: number) => Promise<void> | null;
  /** Hears of each piece that left. */
  readonly onPieceSent: (bytes: number) => void;
  /** Hears now and then that bytes move, also those of a piece. */
  readonly onMoved?: () => void;
}

/** `isStaleSocket`: the connection had served before and broke before a byte came back. */
export type CarefulEnd = CameBack & { readonly isStaleSocket?: boolean };

/** How long `100 Continue` is waited for; shared by the requests of one portal, which learn from each other. */
export interface GoAhead {
  waitMs: number;
}

/** A portal or proxy that knows no `100 Continue` gets the body after this time. */
export const patientGoAheadMs = 2_000;
/** Once one was silent, the next files are not held up. */
const shortGoAheadMs = 50;
const keptBytes = 64 * 1024;
/**
 * Most bytes that the system takes and sends on unseen, twice over, because those that went into it before the first one
 * left make the link look faster. On a slow link they outlast any patience with a silent portal.
 */
const unseenBytes = 8 * 1024 * 1024;

/**
 * A PUT of any length in chunked coding that reads while it writes. It asks first (`Expect: 100-continue`), stops
 * writing when an answer comes, and reads the answer even after a write failed (docs/portal/observed.md §2, "Early
 * answers"). Never rejects.
 */
export function putCarefully(
  agent: HttpAgent,
  put: CarefulPut,
  timeouts: PortalTimeouts,
  signal: AbortSignal,
): Promise<CarefulEnd> {
  const { promise, resolve } = Promise.withResolvers<CarefulEnd>();
  if (signal.aborted) return Promise.resolve({ kind: "abandoned" });
  const careful = { "Transfer-Encoding": "chunked", Expect: "100-continue" };
  const request = agent.openPut(put.path, { ...put.headers, ...careful });
  let isOver = false;
  let isAnswered = false;
  let isPumping = false;
  let hasEnded = false;
  let wasStarted = false;
  let watch: StallTimer | undefined;
  let wake = (): void => {};

  const end = (came: CarefulEnd): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(connecting);
    clearTimeout(asking);
    clearTimeout(deadline);
    watch?.stop();
    signal.removeEventListener("abort", giveUp);
    // A connection whose request is not whole must not serve again.
    if (came.kind !== "answer" || !hasEnded) request.destroy();
    wake();
    resolve(came);
  };
  const broken = (code: string, detail: string): void => {
    const isStaleSocket = request.reusedSocket && !isAnswered && !isPumping;
    const isCut = isAnswered && code !== brokenCodes.trickling;
    end({ kind: "broken", code: isCut ? brokenCodes.cut : code, detail, wasStarted, isStaleSocket });
  };
  const giveUp = (): void => end({ kind: "abandoned" });
  signal.addEventListener("abort", giveUp);
  const connecting = setTimeout(() => broken("UND_ERR_CONNECT_TIMEOUT", "connecting"), timeouts.connectMs);
  let asking: NodeJS.Timeout | undefined;
  let deadline: NodeJS.Timeout | undefined;

  /** From now on the answer has its time, and `moreMs` for what the system still sends unseen. */
  const awaitAnswer = (moreMs: number): void => {
    watch?.awaitAnswer(moreMs);
    const timeUp = () => broken(brokenCodes.trickling, "the answer did not end in time");
    deadline ??= setTimeout(timeUp, timeouts.wholeAnswerMs + moreMs);
  };

  const pump = async (): Promise<void> => {
    if (isPumping || isOver || isAnswered) return;
    isPumping = true;
    const tookMs = await sendBody(put, {
      isDone: () => isOver || isAnswered,
      onAllowed: () => watch?.moved(),
      write: (piece) =>
        new Promise<void>((written) => {
          wake = written;
          request.write(piece, () => written());
        }),
      onChanged: (gotBytes) => end({ kind: "body-changed", expectedBytes: put.size, gotBytes }),
    });
    if (tookMs === null) return;
    hasEnded = true;
    awaitAnswer(unseenMsOf(tookMs, put.size, timeouts.stallMs));
    request.end();
  };

  request.on("error", (error: NodeJS.ErrnoException) => broken(error.code ?? error.name, error.message));
  const goAhead = (nextWaitMs: number): void => {
    put.goAhead.waitMs = nextWaitMs;
    clearTimeout(asking);
    void pump();
  };
  request.on("continue", () => goAhead(patientGoAheadMs));
  request.on("response", (response) => {
    isAnswered = true;
    if (!hasEnded) awaitAnswer(0);
    wake();
    void read(response).then((answer) =>
      answer === null ? broken(brokenCodes.cut, "answer cut") : end({ ...answer, isBodySent: hasEnded }),
    );
  });
  request.on("socket", (socket) => {
    keepAnswerReadable(socket);
    const connected = (): void => {
      wasStarted = true;
      clearTimeout(connecting);
      const stalled = (hasHeard: boolean): void => {
        const code = hasHeard ? brokenCodes.trickling : brokenCodes.stalled;
        end({ kind: "broken", code, detail: "no byte moved", wasStarted });
      };
      watch = watchSilence(socket, timeouts.stallMs, stalled, put.onMoved);
      if (!isOver) asking = setTimeout(goAhead, put.goAhead.waitMs, shortGoAheadMs);
    };
    onceConnected(socket, connected);
  });
  request.flushHeaders();
  return promise;
}

/** Ways of a request that its body takes. */
interface BodyWays {
  /** The request is over or has its answer: nothing more is to be sent. */
  readonly isDone: () => boolean;
  /** The limit let a piece go on. */
  readonly onAllowed: () => void;
  readonly write: (piece: Uint8Array) => Promise<void>;
  /** The body is longer or shorter than it should be, or cannot be read any further. */
  readonly onChanged: (gotBytes: number) => void;
}

/** Sends the body piece by piece. Gives how long the link took for it, milliseconds; null where it did not go out whole. */
async function sendBody(
  put: CarefulPut,
  { isDone, onAllowed, write, onChanged }: BodyWays,
): Promise<number | null> {
  let startedAt = performance.now();
  let gotBytes = 0;
  const changed = (): null => {
    onChanged(gotBytes);
    return null;
  };
  try {
    for await (const chunk of put.chunks) {
      for (let from = 0; from < chunk.length; ) {
        const piece = chunk.subarray(from, from + put.pieceBytes());
        from += piece.length;
        gotBytes += piece.length;
        if (gotBytes > put.size) return changed();
        const allowed = put.allow(piece.length);
        if (allowed !== null) {
          const heldAt = performance.now();
          await allowed;
          // Held back by the limit, not by the link.
          startedAt += performance.now() - heldAt;
          onAllowed();
        }
        if (isDone()) return null;
        await write(piece);
        put.onPieceSent(piece.length);
        // An answer that came in is read before the next write can fail.
        await new Promise((turned) => setImmediate(turned));
        if (isDone()) return null;
      }
    }
  } catch {
    // The file could not be read any further; the opener of the file knows why.
    return changed();
  }
  return gotBytes === put.size ? performance.now() - startedAt : changed();
}

/** Time that the system may still need for what it took unseen; milliseconds. */
function unseenMsOf(tookMs: number, size: number, stallMs: number): number {
  const unseenMs = tookMs * Math.min(1, unseenBytes / Math.max(1, size));
  // Bytes that are soon through need no more patience than the answer itself.
  return unseenMs > stallMs / 8 ? unseenMs : 0;
}

function onceConnected(socket: Socket, connected: () => void): void {
  if (!socket.connecting) connected();
  else socket.once("encrypted" in socket ? "secureConnect" : "connect", connected);
}

/** An answer with the first kilobytes of its body as text; null when it broke off. */
async function read(response: IncomingMessage): Promise<Omit<PortalAnswer, "isBodySent"> | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > keptBytes) break;
    }
  } catch {
    return null;
  }
  const body = Buffer.concat(pieces).toString("utf8");
  return { kind: "answer", status: response.statusCode ?? 0, headers: response.headers, body };
}
