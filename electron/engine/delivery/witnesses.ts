import type { Stage } from "#domain/outcome.ts";

/** Routes of the portal that take files: `/upload` and `/model-upload`. */
export const uploadRoutes = ["instrument", "model"] as const;

export type UploadRoute = (typeof uploadRoutes)[number];

/** A request of an upload: POST or PUT. */
export type UploadRequest = `${Stage} ${UploadRoute}`;

/** The route of a request. */
export function routeOf(request: UploadRequest): UploadRoute {
  return request.endsWith("model") ? "model" : "instrument";
}

/** Meaning of an answer that stops an upload, for all the others. */
export type WitnessWord =
  /** Nothing yet: no other upload has got it, and none was taken since. */
  | { readonly kind: "first" }
  /** Two different uploads got it, and none was taken in between: it is everybody's. `others` are resting for it. */
  | { readonly kind: "everybody"; readonly others: readonly string[] }
  /** The same upload got it again, and no other was judged in between. */
  | { readonly kind: "untold"; readonly sinceMs: number }
  /** Others were taken at the same request meanwhile, by the `tries`-th time: it is this upload's alone. */
  | { readonly kind: "alone"; readonly sinceMs: number; readonly tries: number };

/** Judges by two witnesses (ADR 30). */
export interface Witnesses {
  /** The portal gave its verdict on the upload: it was taken, known, or refused as itself. */
  judged(id: string, request: UploadRequest): void;
  /** The upload got an answer that may be its own or everybody's. `nowMs`: epoch milliseconds. */
  stopped(id: string, request: UploadRequest, nowMs: number): WitnessWord;
  /** Uploads that got such an answer since the last one was taken at the same request. */
  unheard(): readonly string[];
  /** Uploads that are at fault alone: they probe only where nothing else can. */
  alone(): readonly string[];
  /** The upload has come to its end. */
  forget(id: string): void;
  /** Another portal, another password: nothing that was answered counts any more. */
  forgetAll(): void;
}

interface Suspect {
  readonly sinceMs: number;
  /** Another upload was taken at the same request after its answer. */
  isContradicted: boolean;
  /** Answers since it was contradicted. */
  tries: number;
}

/** More that are suspected at once at one request are no longer told apart; the oldest are forgotten. */
const mostSuspects = 10_000;

/** Witnesses of one engine. */
export function createWitnesses(): Witnesses {
  const suspects = new Map<UploadRequest, Map<string, Suspect>>();
  const at = (request: UploadRequest): Map<string, Suspect> => {
    const known = suspects.get(request) ?? new Map<string, Suspect>();
    suspects.set(request, known);
    return known;
  };
  const idsWhere = (fits: (suspect: Suspect) => boolean): readonly string[] => {
    const all = [...suspects.values()].flatMap((ofRequest) => [...ofRequest]);
    return [...new Set(all.filter(([, suspect]) => fits(suspect)).map(([id]) => id))];
  };
  return {
    judged(id, request) {
      const ofRequest = at(request);
      ofRequest.delete(id);
      for (const suspect of ofRequest.values()) suspect.isContradicted = true;
    },
    stopped(id, request, nowMs) {
      const ofRequest = at(request);
      const suspect = ofRequest.get(id) ?? null;
      if (suspect?.isContradicted) {
        suspect.tries += 1;
        return { kind: "alone", sinceMs: suspect.sinceMs, tries: suspect.tries };
      }
      const others = [...ofRequest]
        .filter(([other, one]) => other !== id && !one.isContradicted)
        .map(([other]) => other);
      if (suspect === null) {
        ofRequest.set(id, { sinceMs: nowMs, isContradicted: false, tries: 0 });
        const [oldest] = ofRequest.keys();
        if (ofRequest.size > mostSuspects && oldest !== undefined) ofRequest.delete(oldest);
      }
      if (others.length > 0) return { kind: "everybody", others };
      return suspect === null ? { kind: "first" } : { kind: "untold", sinceMs: suspect.sinceMs };
    },
    unheard: () => idsWhere(({ isContradicted }) => !isContradicted),
    alone: () => idsWhere(({ tries }) => tries > 0),
    forget(id) {
      for (const ofRequest of suspects.values()) ofRequest.delete(id);
    },
    forgetAll: () => suspects.clear(),
  };
}
