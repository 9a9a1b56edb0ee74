import { rm } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { fc } from "#test/support/fixed-cases.ts";
import { type Asked, askAll, makeLedger, type OddValue } from "#test/support/hosts/stored-rows.ts";

/** Whole numbers that a column of SQLite takes: beyond JavaScript's numbers, beyond its dates, and usual ones. */
const number = fc.oneof(
  fc.constantFrom(-(2n ** 63n), -(2n ** 53n) - 1n, -8_640_000_000_000_001n, -1n, 0n, 8_640_000_000_000_001n),
  fc.constantFrom(8_640_000_000_000_001_000n, 2n ** 53n + 1n, 2n ** 62n + 1n, 2n ** 63n - 1n),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
);
/** Moments that a clock of JavaScript can say. */
const moment = fc.oneof(
  fc.constantFrom(-8_640_000_000_000_000n, -1n, 0n, 8_640_000_000_000_000n),
  fc.bigInt(-8_640_000_000_000_000n, 8_640_000_000_000_000n),
);
const text = fc.constantFrom("", "odd", "a\u{1F600}b", "0000-00-00", "10000-01-01", "9999-12-31", "gone-by");
const failure = fc.constantFrom(
  "{}",
  "null",
  "[]",
  '{"cause":"gone-by","message":"It failed."}',
  '{"cause":"refused","message":"It failed.","portalMessage":null,"later":1}',
);
const receipt = fc.constantFrom(
  '{"kind":"known","checksum":"a","size":1,"confirmedAtMs":0,"recordFilename":null}',
  '{"kind":"twin","checksum":"a","size":1,"confirmedAtMs":-1e30}',
  '{"kind":"gone-by","checksum":"a","size":1e20,"confirmedAtMs":0,"later":1}',
);
const content = fc.constantFrom(
  "{}",
  "null",
  '{"kind":"damaged","reason":"is cut off","isAllowed":false,"later":1}',
);
const detail = fc.constantFrom("{}", "null", "[]", '"x"', '{"cause":"gone-by"}', '{"later":{"a":[1]}}');

type Columns = Readonly<Record<string, fc.Arbitrary<OddValue["value"]>>>;

const ofFiles = { size: number, mtime_us: number, ctime_us: number };

/** Values that file systems and clocks may bring about, whatever is wrong with them. */
const outside: Readonly<Record<OddValue["table"], Columns>> = {
  uploads: { ...ofFiles, not_before_ms: moment, created_at_ms: moment, updated_at_ms: moment },
  journal: { at_ms: moment },
  station_events: { from_ms: moment, to_ms: moment },
};

/** All that the ledger's schema takes. */
const anything: Readonly<Record<OddValue["table"], Columns>> = {
  uploads: {
    ...ofFiles,
    not_before_ms: number,
    created_at_ms: number,
    updated_at_ms: number,
    attempts: number,
    instrument: text,
    rel_path: text,
    measurement_date: text,
    failure,
    cause: text,
    receipt,
    content,
  },
  journal: { at_ms: number, event: text, state: text, detail: text },
  station_events: { kind: text, subject: text, from_ms: number, to_ms: number, times: number, detail },
};

/** Uploads of the lines of the journal. */
const uploadOfLine = [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 5];
const rows = { uploads: 5, journal: uploadOfLine.length, station_events: 2 } as const;

const oddOf = (columns: typeof outside): fc.Arbitrary<OddValue> =>
  fc.oneof(
    ...(["uploads", "journal", "station_events"] as const).flatMap((table) =>
      Object.entries(columns[table]).map(([column, value]) =>
        fc.record({
          table: fc.constant(table),
          column: fc.constant(column),
          seq: fc.integer({ min: 1, max: rows[table] }),
          value,
        }),
      ),
    ),
  );

let folder: string;
let ids: readonly string[];
let usual: Asked;
beforeAll(async () => {
  folder = await makeScratch("skyferry-stored-rows-");
  ids = await makeLedger(folder);
  usual = await askAll(folder, ids, [], true);
  return () => rm(folder, { recursive: true });
});

it("every answer names the files that it is about", () => {
  expect(usual).toMatchObject({
    uploads: [1, 2, 3, 4, 5],
    journal: [1, 2, 3, 4, 5],
    receipts: [1],
    "upload 3": [3],
  });
  expect(Object.values(usual).filter((one) => typeof one === "string")).toEqual([]);
});

it("no time or size of a file keeps a row out of an answer", async () => {
  const some = fc.array(oddOf(outside), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(some, async (odd) => {
      expect(await askAll(folder, ids, odd, true)).toEqual(usual);
    }),
    { numRuns: 40 },
  );
});

it("a row that no answer can hold is missing in it, and no other", async () => {
  const some = fc.array(oddOf(anything), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(some, async (odd) => {
      const own = odd.map(({ table, seq }) =>
        table === "uploads" ? seq : table === "journal" ? uploadOfLine[seq - 1] : null,
      );
      const asked = await askAll(folder, ids, odd, false);
      for (const [name, files] of Object.entries(usual)) {
        const others = [...files].filter((n) => !own.includes(Number(n)));
        const isOfOdd = own.some((seq) => name === `upload ${seq}` || name === `history ${seq}`);
        if (!isOfOdd) expect([name, asked[name]]).toEqual([name, expect.arrayContaining(others)]);
      }
    }),
    { numRuns: 80 },
  );
});
