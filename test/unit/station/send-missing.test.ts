import { expect, it } from "vitest";
import type { Instrument } from "#domain/settings.ts";
import type { Upload, UploadEvent } from "#domain/upload.ts";
import { sendMissingAgain } from "#station/coverage/send-missing.ts";
import { instrument } from "#test/support/builders/engine-fixture.ts";

/** A delivered file that the portal in force has no receipt of. */
async function sent(change: Partial<Instrument>) {
  const own = instrument();
  const recordKey = [own.site, "2026-11-01", "a.nc", own.pid, own.tags.join()].join("|");
  const applied: UploadEvent["type"][] = [];
  const file = { uploadId: "1", relPath: "a.nc", state: "delivered", layer: "missing" } as const;
  const rest = { size: 1, modifiedAtMs: 0, missedAtMs: null, recordUuid: null, verdict: null };
  const found = await sendMissingAgain(
    [{ date: "2026-11-01", file: { ...file, ...rest }, instrument: { ...own, ...change } }],
    {
      clock: { nowMs: () => 0 },
      files: { stat: async () => ({}) as never },
      ledger: {
        get: async () => ({ recordKey }) as Upload,
        apply: async (_, { type }) => {
          applied.push(type);
          return {} as Upload;
        },
      },
      retry: async () => 0,
      compareReceipts: async () => {},
    },
  );
  return { ...found, applied };
}

it("sends again what is missing", async () => {
  expect(await sent({})).toEqual({ queued: 1, left: 0, asked: 0, applied: ["displaced"] });
});

it.each<Partial<Instrument>>([
  { pid: "https://hdl.handle.net/1/new" },
  { site: "juelich" },
  { tags: ["co"] },
])("leaves what was delivered before %j: it would be filed under that", async (change) => {
  expect(await sent(change)).toEqual({ queued: 0, left: 1, asked: 0, applied: [] });
});
