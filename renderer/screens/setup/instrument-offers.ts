import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { compareNames } from "#renderer/model/name-order.ts";
import type { SelectOption } from "#renderer/settings-form/instrument-choices.ts";
import { textAt, type Written } from "#renderer/settings-form/settings-document.ts";

type Site = Output<"portal.sites">[number];
type InstrumentType = Output<"portal.instrumentTypes">[number];
type InstrumentRecord = NonNullable<Output<"portal.instrumentRecords">>[number];
type Guess = Output<"settings.suggestPattern">["guesses"][number];

/** Lists that the portal offers, and what is known of the station so far. */
interface Known {
  readonly instrument: Written;
  readonly guesses: readonly Guess[];
  readonly sites: readonly Site[];
  readonly types: readonly InstrumentType[];
  readonly records: readonly InstrumentRecord[];
  readonly username: string;
}

/** Site and instrument to choose from, and what is chosen already because there is one answer only. */
export interface Offers {
  /** Names of the kinds that the files are called like; empty where the names do not tell. */
  readonly kinds: readonly string[];
  /** Id of a site; "" for none yet. */
  readonly site: string;
  readonly pid: string;
  /** Records of these kinds, those of the site first; without a site, those whose site the portal tells. */
  readonly records: readonly InstrumentRecord[];
  readonly choices: readonly SelectOption[];
}

/** Narrows the portal's lists by the names in the folder, by the site, and by where the portal says an instrument is. */
export function offersOf(known: Known): Offers {
  const { instrument, guesses, sites, types, records, username } = known;
  const guessed = guesses[0]?.instruments ?? [];
  const ofKinds = records.filter(({ instrumentId }) => guessed.includes(instrumentId ?? ""));
  const offered = ofKinds.length === 0 ? records : ofKinds;
  const homes = new Set(ofKinds.map(({ siteId }) => siteId));
  const [onlyHome] = homes.size === 1 ? homes : [];
  const named = sites.find(({ id }) => id.toLowerCase() === username.trim().toLowerCase())?.id;
  const site = textAt(instrument, "site") || named || onlyHome || "";
  const here = offered.filter(({ siteId }) => siteId !== null && (site === "" || siteId === site));
  const anywhere = site === "" ? [] : offered.filter(({ siteId }) => siteId === null);
  const likely = here.length > 0 ? here : anywhere;
  const sole = site !== "" && ofKinds.length > 0 && likely.length === 1 ? likely[0]?.pid : undefined;
  const shown = [...byName(here), ...byName(anywhere)];
  const typeOf = new Map(types.map(({ id, shortName }) => [id, shortName]));
  const siteOf = new Map(sites.map(({ id, humanReadableName }) => [id, humanReadableName]));
  const labelOf = ({ pid, name, instrumentId, siteId }: InstrumentRecord) => {
    const kind = typeOf.get(instrumentId ?? "") ?? instrumentId ?? say("unknown type");
    const place = site === "" ? ` · ${siteOf.get(siteId ?? "") ?? siteId}` : "";
    return `${name} · ${kind} · ${pid.slice(pid.lastIndexOf("/") + 1)}${place}`;
  };
  return {
    kinds: guessed.flatMap((id) => types.find((type) => type.id === id)?.humanReadableName ?? []),
    site,
    pid: textAt(instrument, "pid") || (sole ?? ""),
    records: shown,
    choices: shown.map((one) => ({ value: one.pid, label: labelOf(one) })),
  };
}

function byName(records: readonly InstrumentRecord[]): readonly InstrumentRecord[] {
  return records.toSorted((one, other) => compareNames(one.name, other.name));
}

/** A name that no other instrument has: `CL61`, `CL61 2`. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let at = 2; taken.includes(free); at += 1) free = `${name} ${at}`;
  return free;
}
