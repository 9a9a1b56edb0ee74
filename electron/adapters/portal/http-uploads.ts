import type { Metadata } from "#domain/portal-records.ts";
import type { Precedence } from "#domain/precedence.ts";
import { limitAt, type RateRow } from "#domain/timetable.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal, UploadBody } from "#engine/ports/portal.ts";
import { createBandwidth } from "./bandwidth.ts";
import { requestWhole } from "./buffered-request.ts";
import { isBreak } from "./link-failure.ts";
import type { CameBack } from "./portal-answer.ts";
import { outcomeOf } from "./portal-outcome.ts";
import type { PortalTimeouts } from "./portal-timeouts.ts";
import { patientGoAheadMs, putCarefully } from "./streaming-put.ts";
import { runStage, type StageParts, type StageWay } from "./upload-stage.ts";

export interface UploadParts extends StageParts {
  readonly clock: Clock;
  readonly timeouts: PortalTimeouts;
  /** Kilobytes (1000 bytes) a second over all uploads; null is no limit. */
  readonly bandwidthKBps: number | null;
  /** The same by the time of the week; the lower of both holds. Left out: at no time. */
  readonly rates?: readonly RateRow[] | undefined;
  /** Requests, and bytes of bodies, that went out. */
  readonly counts: { post: number; put: number; sentBytes: number };
}

/** About what the head of a request takes on the line: with small files it counts. */
const headBytes = 400;
const sentEveryMs = 100;
/** Kept-alive connections that may turn out to be closed, one after the other, before it counts as an outage. */
const staleTries = 8;

/** The upload routes over HTTP. */
export function createHttpUploads(parts: UploadParts): Pick<Portal, "announce" | "send"> {
  const { clock, timeouts, counts, bandwidthKBps, rates } = parts;
  const { answerMs, wholeAnswerMs } = timeouts;
  const bandwidth = createBandwidth(() => limitAt(bandwidthKBps, rates ?? [], clock.nowMs()), clock);
  const goAhead = { waitMs: patientGoAheadMs };

  const post = async (
    path: string,
    body: string,
    { link, headers, signal }: StageWay,
    precedence?: Precedence,
  ): Promise<CameBack> => {
    const { origin } = link;
    const withType = { ...headers, "Content-Type": "application/json" };
    await bandwidth.take(headBytes + body.length, signal, precedence);
    const once = () => {
      counts.post++;
      const what = { origin, path, method: "POST", headers: withType, body } as const;
      return requestWhole(link.uploads, { ...what, answerMs, wholeAnswerMs }, signal);
    };
    const came = await once();
    // A kept-alive connection that the portal has just closed breaks like this; an announcement may be repeated.
    return isBreak(came) ? await once() : came;
  };

  const putWhole = async (
    path: string,
    bytes: Uint8Array,
    way: StageWay,
    precedence?: Precedence,
  ): Promise<CameBack> => {
    const { link, headers, signal } = way;
    await bandwidth.take(headBytes + bytes.length, signal, precedence);
    counts.put++;
    const what = { origin: link.origin, path, method: "PUT", headers, body: [bytes] } as const;
    const came = await requestWhole(link.uploads, { ...what, answerMs, wholeAnswerMs }, signal);
    if (came.kind !== "broken" || came.wasStarted) counts.sentBytes += bytes.length;
    return came;
  };

  const putByPieces = async (
    path: string,
    body: UploadBody,
    { link, headers, signal, moved }: StageWay,
    onSent: (sentBytes: number) => void,
    precedence?: Precedence,
  ): Promise<CameBack> => {
    for (let tries = 1; ; tries++) {
      counts.put++;
      const progress = createProgress(clock, body.size, onSent);
      const chunks = body.kind === "stream" ? body.chunks() : inOnePiece(body.bytes);
      const onPieceSent = (bytes: number): void => {
        moved();
        counts.sentBytes += bytes;
        progress(bytes);
      };
      const { size } = body;
      const pieceBytes = () => bandwidth.pieceBytes;
      const allow = (bytes: number) => bandwidth.take(bytes, signal, precedence);
      const came = await putCarefully(
        link,
        { path, headers, chunks, size, pieceBytes, goAhead, allow, onPieceSent, onMoved: moved },
        timeouts,
        signal,
      );
      if (came.isStaleSocket !== true || tries === staleTries) return came;
    }
  };

  return {
    announce(metadata, callerSignal, precedence) {
      const { kind } = metadata;
      const path = kind === "model" ? "/model-upload/metadata" : "/upload/metadata/";
      const request = (way: StageWay) =>
        post(way.link.basePath + path, announcement(metadata), way, precedence);
      return runStage(parts, callerSignal, { stage: "announce", kind, request });
    },
    async send(checksum, body, callerSignal, onSent, kind, precedence) {
      if (body.kind === "bytes" && body.bytes.length !== body.size) {
        const changed = { expectedBytes: body.size, gotBytes: body.bytes.length };
        return outcomeOf("send", { kind: "body-changed", ...changed }, parts.facts());
      }
      const request = async (way: StageWay): Promise<CameBack> => {
        const path = `${way.link.basePath}${kind === "model" ? "/model-upload" : "/upload"}/data/${checksum}`;
        if (body.kind === "bytes" && body.size <= bandwidth.wholeBytes) {
          const came = await putWhole(path, body.bytes, way, precedence);
          // A stale connection, or an answer that came early and was lost: once more, asking before the body goes.
          if (!isBreak(came)) {
            if (came.kind === "answer") onSent(body.size);
            return came;
          }
        }
        return await putByPieces(path, body, way, onSent, precedence);
      };
      return await runStage(parts, callerSignal, { stage: "send", kind, request });
    },
  };
}

/** Tells what was sent, cumulative, now and then and at the end. */
function createProgress(clock: Clock, size: number, onSent: (sentBytes: number) => void) {
  let sentBytes = 0;
  let toldAtMs = clock.monotonicMs();
  return (bytes: number): void => {
    sentBytes += bytes;
    const nowMs = clock.monotonicMs();
    if (nowMs - toldAtMs < sentEveryMs && sentBytes < size) return;
    toldAtMs = nowMs;
    onSent(sentBytes);
  };
}

/**
 * JSON body of the announcement (docs/portal/api.md, "POST /upload/metadata/"; of a model docs/portal/observed.md §5); a
 * file without tags goes without the field.
 */
function announcement(metadata: Metadata): string {
  const { kind, measurementDate, instrument, instrumentPid, filename, checksum, site, tags } = metadata;
  if (kind === "model")
    return JSON.stringify({ measurementDate, model: instrument, filename, checksum, site });
  const fields = { measurementDate, instrument, instrumentPid, filename, checksum, site };
  return JSON.stringify(tags.length === 0 ? fields : { ...fields, tags });
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
