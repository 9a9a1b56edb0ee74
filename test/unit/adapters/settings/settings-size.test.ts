import { describe, expect, it } from "vitest";
import { readSubmitConfig } from "#adapters/settings/client-config.ts";
import { checkSettings } from "#adapters/settings/settings-check.ts";

/** An object or list that counts how often something of it is read besides its length. */
function counting<T extends object>(value: T): { readonly value: T; reads(): number } {
  let reads = 0;
  const counted = new Proxy(value, {
    get(target, key) {
      if (key !== "length") reads += 1;
      return Reflect.get(target, key);
    },
  });
  return { value: counted, reads: () => reads };
}

const instrument = (n: number) => ({
  name: `Radar ${n}`,
  site: "hyytiala",
  instrument: "mira-35",
  pid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
  folder: `/data/${n}`,
  pattern: "%Y%m%d_*.dat",
});
const portal = { url: "https://portal.example", username: "station" };
const check = (document: unknown) => checkSettings(document, "linux");

describe("settings that are larger than any station's", () => {
  it("with too many instruments are refused in one sentence, and not one of these is read", () => {
    const { value, reads } = counting(Array.from({ length: 100_000 }, () => ({})));
    const { problems, settings, canSend } = check({ portal, instruments: value });
    expect(problems).toEqual([
      {
        key: "",
        message:
          "instruments has 100000 entries, and at most 1000 can be used: remove those that are not needed.",
        instrument: null,
      },
    ]);
    expect({ canSend, instruments: settings.instruments }).toEqual({ canSend: false, instruments: [] });
    expect(reads()).toBe(0);
  });

  it.each([
    ["tags", { portal, instruments: [{ ...instrument(1), tags: Array(200_000).fill(0) }] }, "instruments"],
    [
      "keys",
      { portal: Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n])) },
      "portal",
    ],
    ["wrong tags of many", { instruments: Array(500).fill({ tags: Array(1000).fill(0) }) }, "instruments"],
  ])("with too many %s are refused in one sentence that names the part", (_, document, part) => {
    const { problems } = check(document);
    expect(problems.map(({ message }) => message)).toEqual([
      `${part} has more than 30000 entries: remove what is not needed.`,
    ]);
  });

  it("are none of a station with a thousand instruments", () => {
    const instruments = Array.from({ length: 1000 }, (_, n) => ({ ...instrument(n), tags: ["co", "cross"] }));
    const { problems, settings } = check({ portal, instruments });
    expect(problems).toEqual([]);
    expect(settings.instruments).toHaveLength(1000);
  });

  it("are not made by an import", () => {
    const { instruments, problems } = readSubmitConfig("[[instrument]]\n".repeat(1001));
    expect(instruments).toEqual([]);
    expect(problems).toContain(
      "instrument has 1001 sections, and at most 1000 can be used: none was imported.",
    );
  });
});
