import { expect, it } from "vitest";
import { simulatedInstruments } from "#demo/instrument-files.ts";
import { checkContent } from "#domain/content/check-content.ts";
import { sampleOf } from "#domain/content/verdict.ts";

const types = { "Cloud radar": "rpg-fmcw-94", Ceilometer: "cl61d", "Doppler lidar": "halo-doppler-lidar" };

it.each(simulatedInstruments())(
  "$name writes sound files all day, and is heard when one is cut off",
  (one) => {
    const type = types[one.name as keyof typeof types];
    const day = Date.UTC(2026, 10, 23);
    for (let at = day; at < day + 86_400_000; at += one.stepMinutes * 60_000)
      for (const { relPath, pieces } of one.filesAt(at)) {
        const whole = Buffer.concat(pieces);
        expect({ relPath, ...checkContent(sampleOf(whole), type) }).toEqual({ relPath, kind: "sound" });
        const cut = whole.subarray(0, whole.length - 100);
        if (type !== "rpg-fmcw-94") expect(checkContent(sampleOf(cut), type).kind).toBe("damaged");
      }
  },
);
