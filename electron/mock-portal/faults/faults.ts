import { z } from "zod";
import { type Parsed, parseJson } from "#mock-portal/users.ts";

const count = z.int().min(0);
const positive = z.int().min(1);

/** `{"seconds":30}`, `{"dateInSeconds":30}` (an HTTP date that far from now), `{"text":"soon"}` (anything). Without: none. */
const retryAfter = z.union([
  z.strictObject({ seconds: z.int() }),
  z.strictObject({ dateInSeconds: z.int() }),
  z.strictObject({ text: z.string() }),
]);

/**
 * When a false answer comes. `early`: before the body is read, and the connection closes. `after-body`: the body was
 * read and thrown away. `after-commit`: the portal did its work and recorded it; only the answer is false.
 */
const when = z.enum(["early", "after-body", "after-commit"]);

const answer = z.strictObject({
  status: z.int().min(200).max(599),
  body: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  retryAfter: retryAfter.optional(),
  when: when.default("early"),
});

const effects = z
  .strictObject({
    /** Waits before anything is done. */
    latencyMs: positive.optional(),
    /** Reads the request's body no faster. */
    uploadBytesPerSecond: positive.optional(),
    /** Sends the answer's body no faster; 0.1 is one byte in ten seconds. */
    downloadBytesPerSecond: z.number().positive().optional(),
    /** Resets the connection when that many bytes of the request's body were read; 0: before anything is read. */
    resetRequestAtByte: count.optional(),
    /** Resets the connection when that many bytes of the answer's body were sent; 0: before the status line. */
    resetResponseAtByte: count.optional(),
    /** Sends that many bytes of the answer's body and then nothing more, forever. */
    stallResponseAtByte: count.optional(),
    /** Does the work, then resets or closes the connection in place of the answer. */
    loseAnswer: z.enum(["reset", "close"]).optional(),
    /** Never answers: the body is not even read (`before`), or the work is done first (`after-commit`). */
    blackHole: z.enum(["before", "after-commit"]).optional(),
    /** Does the work, then gives an informational status again and again and never ends the answer. */
    informational: z
      .strictObject({ status: z.union([z.literal(100), z.literal(102), z.literal(103)]), everyMs: positive })
      .optional(),
    /** Any status, body and headers. Without `body` there is an empty one, without a type that of the live portal's texts. */
    answer: answer.optional(),
    /** 503 with an HTML page. */
    maintenance: z.union([z.literal(true), z.strictObject({ retryAfter })]).optional(),
    /** 302 to this address. */
    redirectTo: z.string().min(1).optional(),
    /** 200 with the HTML page of a login form. */
    loginPage: z.literal(true).optional(),
    /** Ends the answer's body there, in good form: JSON that stops in the middle. */
    truncateAtByte: count.optional(),
    /** Answers with a JSON array of about this many bytes. */
    hugeListBytes: positive.optional(),
    /** Puts this type on whatever is answered; null takes the type away. */
    contentType: z.string().min(1).nullable().optional(),
  })
  .refine((fault) => Object.values(fault).some((effect) => effect !== undefined), "names no fault");

/** The names of all faults. */
export const faultNames = Object.keys(effects.shape);

/** Numbers of the matching requests that are hit, counted from 1 since the rule was set. */
const requests = z.union([
  z.literal("every"),
  positive,
  z.strictObject({ from: positive, to: positive.optional() }),
  z.strictObject({ everyNth: positive }),
]);

const rule = z.strictObject({
  /** For the reader, and for the control route's list. */
  name: z.string().optional(),
  /** `GET`, `POST`, `PUT`...; without, any. */
  method: z
    .string()
    .regex(/^[A-Z]+$/, "must be in capital letters")
    .optional(),
  /** Path without query; `*` stands for anything but `/`, `**` for anything. Without, every route. */
  route: z.string().startsWith("/", "must begin with /").optional(),
  /** Only requests whose query names this parameter. */
  parameter: z.string().min(1).optional(),
  requests: requests.default("every"),
  fault: effects,
});

/**
 * A faults file: what goes wrong, by rule. All rules that hit a request act together: waits add up, of
 * anything else the first rule's counts. Faults never touch `/__control`.
 *
 * ```json
 * { "rules": [
 *   { "method": "PUT", "route": "/upload/data/*", "requests": 3, "fault": { "resetRequestAtByte": 4096 } },
 *   { "method": "POST", "requests": { "from": 2, "to": 5 },
 *     "fault": { "answer": { "status": 429, "body": "slow down", "retryAfter": { "seconds": 30 } } } },
 *   { "route": "/api/**", "fault": { "latencyMs": 200, "downloadBytesPerSecond": 50000 } },
 *   { "fault": { "maintenance": true } } ] }
 * ```
 */
const faultsFile = z.strictObject({ rules: z.array(rule) });

/** A rule as it is written. */
export type FaultRule = z.input<typeof rule>;

/** Effects of a rule on a request. */
export type FaultEffects = z.output<typeof effects>;

/** Status, body and headers given in place of the portal's own. */
export type FalseAnswer = z.output<typeof answer>;

/** When a client shall come back, in one of the forms of the Retry-After header. */
export type RetryAfter = z.output<typeof retryAfter>;

/** Reads a faults file or the body of the control route; says which field is wrong. */
export function parseFaults(text: string, fileName: string): Parsed<FaultRule[]> {
  const parsed = parseJson(faultsFile, text, fileName);
  return parsed.ok ? { ok: true, value: parsed.value.rules } : parsed;
}

/** The rules in force, with their counts. */
export type Faults = {
  set(rules: readonly FaultRule[]): void;
  add(rules: readonly FaultRule[]): void;
  /** The rules and how many requests each has matched and hit. */
  list(): { rule: FaultRule; matched: number; hit: number }[];
  /** Counts the request against every rule and gives the effects of those that hit it, in their order. */
  effectsOn(method: string, path: string, query: object): FaultEffects[];
};

type LiveRule = { rule: z.output<typeof rule>; route: RegExp | undefined; matched: number; hit: number };

/** Holds fault rules; throws on a rule that does not fit the schema. */
export function faultsOf(rules: readonly FaultRule[]): Faults {
  const live = (given: readonly FaultRule[]): LiveRule[] =>
    given.map((written) => {
      const parsed = rule.parse(written);
      return {
        rule: parsed,
        route: parsed.route ? routePattern(parsed.route) : undefined,
        matched: 0,
        hit: 0,
      };
    });
  let inForce = live(rules);
  return {
    set: (given) => {
      inForce = live(given);
    },
    add: (given) => {
      inForce = [...inForce, ...live(given)];
    },
    list: () => inForce.map(({ rule, matched, hit }) => ({ rule, matched, hit })),
    effectsOn: (method, path, query) => {
      const hits = inForce.filter((entry) => {
        const { parameter, method: wanted = method } = entry.rule;
        const isAsked = parameter === undefined || parameter in query;
        if (wanted !== method || !isAsked || !(entry.route?.test(path) ?? true)) return false;
        entry.matched += 1;
        const isHit = isAmong(entry.rule.requests, entry.matched);
        if (isHit) entry.hit += 1;
        return isHit;
      });
      return hits.map(({ rule: { fault } }) => fault);
    },
  };
}

function isAmong(requests: z.output<typeof rule>["requests"], nth: number): boolean {
  if (requests === "every") return true;
  if (typeof requests === "number") return nth === requests;
  if ("everyNth" in requests) return nth % requests.everyNth === 0;
  return nth >= requests.from && nth <= (requests.to ?? Number.POSITIVE_INFINITY);
}

function routePattern(route: string): RegExp {
  const escaped = route.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\/$/, "");
  const pattern = escaped.replace(/\*\*|\*/g, (stars) => (stars === "**" ? ".*" : "[^/]*"));
  return new RegExp(`^${pattern}/?$`);
}
