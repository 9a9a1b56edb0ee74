import { expect, it } from "vitest";
import { checkContent } from "#domain/content/check-content.ts";
import { sampleOf } from "#domain/content/verdict.ts";
import {
  brightness,
  goodFiles,
  hdf5,
  netcdf,
  profiles,
  radar,
} from "#test/support/builders/content-files.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";

const judge = (bytes: Uint8Array, instrumentId: string | null = null) =>
  checkContent(sampleOf(bytes), instrumentId);

it("a whole file is never called damaged: 10,000 random ones", () => {
  const random = seededRandom("good files");
  for (let round = 0; round < 10_000; round += 1) {
    const bytes = [
      () => hdf5(random.pick([0, 1, 2, 3]), 60 + random.int(0, 499)),
      () => brightness(random.int(0, 19)),
      () =>
        radar(
          40 + random.int(0, 89),
          Array.from({ length: random.int(0, 5) }, () => 20 + random.int(0, 89)),
        ),
      () => profiles(1 + random.int(0, 8), 1 + random.int(0, 2)),
      () => netcdf(random.int(0, 3)),
    ][round % 5]?.();
    if (bytes !== undefined) expect(["sound", "unknown"]).toContain(judge(bytes).kind);
  }
});

it("a hostile header never throws, whatever its bytes are", () => {
  const random = seededRandom("hostile headers");
  const starts = random.shuffled(goodFiles.map(([, , bytes]) => bytes.subarray(0, 600)));
  for (let round = 0; round < 3000; round += 1) {
    const bytes = Buffer.from(starts[round % starts.length] ?? []);
    for (let hit = 0; hit < 8; hit += 1) bytes[random.int(4, bytes.length - 1)] = random.int(0, 255);
    expect(judge(bytes, "hatpro")).toHaveProperty("kind");
  }
});
