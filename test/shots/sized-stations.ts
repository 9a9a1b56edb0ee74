import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { InstrumentInput } from "#contract/settings-file.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import type { PagePlaceOptions } from "#test/pages/page-place.ts";
import { type CliPlace, ceilometer, dayFromToday } from "#test/support/hosts/cli-place.ts";

/** A station with that many instruments, all of which deliver. */
export interface SizedStation {
  readonly slug: string;
  readonly options: PagePlaceOptions;
}

const sizes = [1, 4, 12, 40] as const;
const daysMeasured = 20;
const hours = ["00", "06", "12", "18"] as const;
/** Those of the demo's site come first: the portal has plots of them. */
const ofSite = ["191564170f8a4686", "241bda142975460b", "1f7d5b3d", "0b6f9ce3"];

export const sizedStations: readonly SizedStation[] = sizes.map((size) => ({
  slug: `${size}`,
  options: {
    portal: { seed: "demo" },
    async before(place, portal) {
      const instruments = (await listed(portal)).slice(0, size).map(({ name, pid, instrument }, n) => ({
        ...ceilometer,
        name,
        pid,
        instrument: instrument.id,
        folder: join(place.root, `instrument ${n + 1}`),
        pattern: "%Y%m%d_*.dat",
      }));
      await place.configure({ ...place.settings, instruments });
      for (const one of instruments) await measured(place, one);
    },
  },
}));

interface ListedInstrument {
  readonly name: string;
  readonly pid: string;
  readonly instrument: { readonly id: string };
}

/** The portal's instruments, one of a name. */
async function listed({ url }: MockPortal): Promise<readonly ListedInstrument[]> {
  const answer = await fetch(`${url}/api/instrument-pids`);
  const all: readonly ListedInstrument[] = await answer.json();
  const rank = ({ pid }: ListedInstrument) => {
    const at = ofSite.findIndex((part) => pid.includes(`/3.${part}`));
    return at === -1 ? ofSite.length : at;
  };
  return [...new Map(all.map((one) => [one.name, one])).values()].sort((a, b) => rank(a) - rank(b));
}

/** Writes its files of the last days; today's are those of the hours that are over. */
async function measured(place: CliPlace, { name, folder }: Pick<InstrumentInput, "name" | "folder">) {
  await mkdir(folder);
  const hourNow = new Date().toISOString().slice(11, 13);
  for (let age = 0; age < daysMeasured; age += 1)
    for (const hour of hours) {
      const date = dayFromToday(-age);
      if (age === 0 && hour > hourNow) continue;
      const file = join(folder, `${date.replaceAll("-", "")}_${hour}.dat`);
      await place.write(file, `${name} at ${date} ${hour}\n`.repeat(200));
    }
}
