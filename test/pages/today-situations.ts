import { appendFile, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { MockPortal } from "#mock-portal/portal.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { type CliPlace, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { limits } from "#test/support/limits.ts";
import { failingStation } from "./failing-station.ts";
import type { PagePlaceOptions } from "./page-place.ts";

/** A station as an operator may find it, and what the top of its page has to say. */
export interface Situation {
  readonly name: string;
  /** In names of pictures. */
  readonly slug: string;
  readonly options: PagePlaceOptions;
  /** Brings it about where that needs a station that runs. */
  readonly happens?: (place: CliPlace, portal: MockPortal) => Promise<void>;
  readonly headline: string;
  /** The one button that stands out: the remedy of the gravest; null where nobody has to do anything. */
  readonly button: string | null;
  /** The same in a window, where it differs. */
  readonly windowButton?: string;
  readonly causes: number;
}

const today = dayFromToday(0);
const hourS = 3_600;

/** Files of today that were finished an hour ago. */
async function deliver(place: CliPlace, ...what: readonly string[]): Promise<void> {
  for (const one of what) await place.write(liveName(today, one), `content ${one}`);
}

/** A file that is written to now, and for the next hours. */
async function grow(place: CliPlace): Promise<void> {
  const path = join(place.folder, liveName(today, "235959"));
  await appendFile(path, "still growing");
  const later = Date.now() / 1000 + 2 * hourS;
  await utimes(path, later, later);
}

async function backlog(place: CliPlace): Promise<void> {
  for (let from = 0; from < 6_000; from += 200)
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        place.write(liveName(today, `${from + i}`), `content ${from + i}`),
      ),
    );
}

/** An instrument that is to write each ten minutes and has not for two hours. */
async function silence(place: CliPlace): Promise<void> {
  const [one] = place.settings.instruments;
  await place.configure({ ...place.settings, instruments: [{ ...one, expectEveryMinutes: 10 }] });
  const path = await place.write(liveName(today, "last"), "the last file");
  const before = Date.now() / 1000 - 2 * hourS;
  await utimes(path, before, before);
}

export const situations: readonly Situation[] = [
  {
    name: "all is well while files grow",
    slug: "well",
    options: {
      async before(place) {
        await deliver(place, "a", "b", "c");
        await grow(place);
      },
    },
    headline: "Everything is safe",
    button: null,
    causes: 0,
  },
  {
    name: "a backlog of 6,000 files",
    slug: "backlog",
    options: {
      portal: { faults: [{ method: "PUT", requests: "every", fault: { uploadBytesPerSecond: 200 } }] },
      before: backlog,
    },
    // Files that the portal has taken already are no reason to call the rest safe.
    async happens(_, portal) {
      const lastMs = Date.now() + limits.poll;
      while (portal.acceptances().length <= 50) {
        if (Date.now() > lastMs) throw new Error("the portal took fewer than 50 files in time");
        await sleep(50);
      }
    },
    headline: "Sending files",
    button: null,
    causes: 0,
  },
  {
    name: "the portal is away",
    slug: "away",
    options: { before: (place) => deliver(place, "a") },
    async happens(place, portal) {
      await portal.close();
      await deliver(place, "b", "c");
    },
    headline: "Waiting for the portal",
    button: "Try now",
    causes: 1,
  },
  {
    name: "the password is wrong",
    slug: "password",
    options: { password: "not-the-word", before: (place) => deliver(place, "a", "b") },
    headline: "The portal refuses the user name or password",
    button: "Enter the password",
    causes: 1,
  },
  {
    name: "three causes on three instruments",
    slug: "three",
    options: { portal: { seed: "demo" }, before: failingStation },
    headline: "3 things need you",
    button: "Check the drive",
    causes: 3,
  },
  {
    name: "an instrument is silent",
    slug: "silent",
    options: { before: silence },
    headline: "Ceilometer has stopped writing",
    button: "Check the folder",
    windowButton: "Open folder",
    causes: 1,
  },
  {
    name: "a folder is gone",
    slug: "folder",
    options: {
      async before(place) {
        await deliver(place, "a");
        await rm(place.folder, { recursive: true });
      },
    },
    headline: "Ceilometer: its folder is missing",
    button: "Check the drive",
    causes: 1,
  },
  {
    name: "sending is paused",
    slug: "paused",
    options: { before: (place) => deliver(place, "a") },
    async happens(place) {
      await askHost(place.dataFolder, "pause", { until: null });
      await deliver(place, "b");
    },
    headline: "Sending is paused",
    button: "Resume sending",
    causes: 0,
  },
];
