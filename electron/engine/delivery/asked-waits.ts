import type { Cause, Failure } from "#domain/cause.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { UploadRequest } from "./witnesses.ts";

/** An upload that the portal asks to come back later. */
interface Asked {
  readonly upload: { readonly id: string };
  readonly request: UploadRequest;
  readonly failure: Failure;
  /** Null: it was asked for no wait. */
  readonly retryAfterMs: number | null;
}

/** On one upload's word everybody waits no longer; milliseconds. */
const oneWordMs = 60_000;
const longestAskedMs = 3_600_000;

/** Waits of single uploads by `Retry-After`. Everybody waits as asked only after two of them (ADR 30). */
export function createAskedWaits(clock: Pick<Clock, "monotonicMs">) {
  /** The upload on whose word everybody waits for a minute. */
  const oneWord = new Map<UploadRequest, Asked>();
  /** By upload, monotonic. */
  const untilOf = new Map<string, number>();
  const asAsked = (retryAfterMs: number | null): number | null =>
    retryAfterMs === null ? null : Math.min(retryAfterMs, longestAskedMs);
  return {
    /** From now on the upload itself does not probe before that time. */
    note({ upload, retryAfterMs }: Asked): void {
      const askedMs = asAsked(retryAfterMs);
      if (askedMs !== null) untilOf.set(upload.id, clock.monotonicMs() + askedMs);
    },
    /** It asks for more than a minute, and no other did since everybody waited for two, or was let in. */
    isOneWord({ upload, request, retryAfterMs }: Asked): boolean {
      const other = oneWord.get(request);
      return (retryAfterMs ?? 0) > oneWordMs && (other === undefined || other.upload.id === upload.id);
    },
    /** How long everybody waits on its word alone. */
    onOneWordMs(asked: Asked): number | null {
      const { request, retryAfterMs } = asked;
      if ((retryAfterMs ?? 0) > oneWordMs) oneWord.set(request, asked);
      return retryAfterMs === null ? null : Math.min(retryAfterMs, oneWordMs);
    },
    /** How long everybody waits now that another one was asked, too: `ids` wait no longer than all others. */
    onTwoMs({ request, retryAfterMs }: Asked, ids: readonly string[]): number | null {
      oneWord.delete(request);
      for (const id of ids) untilOf.delete(id);
      return asAsked(retryAfterMs);
    },
    /** Rest of the wait of the upload for which everybody waits with this cause; null where there is none. */
    leftMs(cause: Cause): number | null {
      const until = [...oneWord.values()].flatMap(({ upload, failure }) =>
        failure.cause === cause ? (untilOf.get(upload.id) ?? []) : [],
      );
      const leftMs = Math.max(0, ...until) - clock.monotonicMs();
      return leftMs > 0 ? leftMs : null;
    },
    /** Uploads whose own wait is not over. */
    ids(): readonly string[] {
      for (const [id, until] of untilOf) if (until <= clock.monotonicMs()) untilOf.delete(id);
      return [...untilOf.keys()];
    },
    letIn: (request: UploadRequest) => void oneWord.delete(request),
    forget: (id: string) => void untilOf.delete(id),
    forgetAll(): void {
      oneWord.clear();
      untilOf.clear();
    },
  };
}
