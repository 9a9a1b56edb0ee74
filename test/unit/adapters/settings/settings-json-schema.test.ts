import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { checkSettings } from "#adapters/settings/settings-check.ts";
import { adminJsonSchema, settingsFileSchema, settingsJsonSchema } from "#contract/settings-json-schema.ts";
import { fc } from "#test/support/fixed-cases.ts";

const oracle = (schema: object) => new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
const fits = oracle(settingsJsonSchema());
const fitsAdmins = oracle(adminJsonSchema());

const good = {
  portal: { url: "https://portal.example", username: "station" },
  instruments: [
    {
      name: "Radar",
      site: "hyytiala",
      instrument: "rpg-fmcw-94",
      pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
      folder: "/data/radar",
      pattern: "%Y%m%d.LV0",
    },
  ],
};
const any = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    0.5,
    3,
    17,
    1e9,
    "",
    "text",
    "off",
    "warn",
    "08:00",
    "2026-01-01",
  ),
  fc.constantFrom<unknown>([], {}, ["a"], [1], { from: "22:00", to: "06:00" }, "https://a.example"),
);
const finish = fc.oneof(
  fc.record(
    {
      policy: fc.constantFrom("settle", "next-file", "sentinel", "day-closed", "append", "other"),
      seconds: any,
      suffix: fc.constantFrom(".done", 3),
      graceMinutes: fc.constantFrom(3, "x"),
      everyHours: fc.constantFrom(0, 3, 25),
    },
    { requiredKeys: ["policy"] },
  ),
  any,
);
/** Mostly none: of a document with many mistakes, the others are never looked at. */
const rarely = <T>(some: fc.Arbitrary<T>, none: T) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: some });
const changes = (keys: string, values: fc.Arbitrary<unknown> = any) =>
  rarely(fc.dictionary(fc.constantFrom(...keys.split(" ")), values, { maxKeys: 2 }), {});
const channel = fc.record(
  {
    name: fc.constantFrom("Mail", 3),
    type: fc.constantFrom("slack", "ntfy", "email", "other"),
    url: fc.constantFrom("https://hooks.example/x", 3),
    to: fc.constantFrom<unknown>("a@b.example", ["a@b.example"], 3),
    from: fc.constantFrom("a@b.example", 3),
    server: fc.constantFrom("mail.example:587", 3),
    kinds: fc.constantFrom<unknown>(["needsYou"], ["other"], null),
    digest: fc.constantFrom("daily", "hourly", null),
  },
  { requiredKeys: ["name", "type"] },
);
const rate = fc.record({ days: any, kBps: any, all: any, from: any }, { requiredKeys: ["kBps"] });
const document = fc
  .record({
    portal: changes(
      "url username concurrency bandwidthKBps quietHours rates proxy caFile allowInsecureHttp other",
    ),
    rates: rarely<unknown[] | null>(fc.array(rate, { maxLength: 2 }), null),
    instrument: changes(
      "name site pid folder pattern tags since network expectEveryMinutes offUntil check deadlines other",
    ),
    finish: rarely<unknown>(finish, null),
    notifications: changes("needsYou quietHours webhook digestAt channels other"),
    channels: rarely<unknown[] | null>(fc.array(channel, { maxLength: 2 }), null),
    rest: changes(
      "keep metrics report models other $schema",
      fc.oneof(
        any,
        fc.constantFrom<unknown>({ logMB: 30 }, { port: 9464 }, { logMB: 0 }, { folder: "/x" }, { url: 3 }),
      ),
    ),
    left: fc.constantFrom("portal", "instruments", ...Array.from({ length: 40 }, () => "none")),
  })
  .map(({ portal, rates, instrument, finish, notifications, channels, rest, left }) => {
    const told = { ...notifications, ...(channels === null ? {} : { channels }) };
    const whole = {
      portal: { ...good.portal, ...portal, ...(rates === null ? {} : { rates }) },
      instruments: [{ ...good.instruments[0], ...instrument, ...(finish === null ? {} : { finish }) }],
      ...(Object.keys(told).length === 0 ? {} : { notifications: told }),
      ...rest,
    };
    return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== left));
  });

/**
 * True for a rule that a schema cannot say: about the inside of a text, or about two values. docs/settings-layers.md lists them.
 */
function isUnsaid(issue: z.core.$ZodIssue): boolean {
  if (issue.code === "invalid_union")
    return issue.errors.some((branch) => branch.length > 0 && branch.every(isUnsaid));
  return issue.code === "custom";
}

describe("the JSON schema of the settings", () => {
  it("agrees with the program on 2,000 documents, but for rules that a schema cannot say", () => {
    const counts = { accepted: 0, refused: 0, unsaid: 0 };
    fc.assert(
      fc.property(document, (written) => {
        const parsed = settingsFileSchema.safeParse(written);
        const isFine = fits(written);
        const isSaid = !parsed.success && !parsed.error.issues.every(isUnsaid);
        if (parsed.success || isSaid)
          expect([isFine, parsed.error?.issues]).toEqual([parsed.success, parsed.error?.issues]);
        counts[parsed.success ? "accepted" : isSaid ? "refused" : "unsaid"] += 1;
        // The program's messages come part by part, from the same schemas.
        if (!parsed.success) expect(checkSettings(written, "linux").problems).not.toEqual([]);
      }),
      { numRuns: 2_000 },
    );
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(300);
    expect(counts.unsaid).toBeGreaterThan(0);
  });

  it("of an administrator's file takes parts, null, removals and locks", () => {
    const layers = [
      { portal: { url: null, concurrency: 3 }, locked: ["portal"], lockedBecause: "so" },
      {
        instruments: [
          { name: "Radar", removed: true },
          { name: "Lidar", since: null },
        ],
      },
      { notifications: { channels: [{ name: "Mail", removed: true }] } },
      {},
    ];
    for (const layer of layers) expect([fitsAdmins(layer), fitsAdmins.errors]).toEqual([true, null]);
    for (const layer of [{ portal: { concurrency: "x" } }, { instruments: [{ site: "x" }] }, { other: 1 }])
      expect([layer, fitsAdmins(layer)]).toEqual([layer, false]);
  });
});
