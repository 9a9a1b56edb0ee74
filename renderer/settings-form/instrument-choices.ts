import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { compareNames } from "#renderer/model/name-order.ts";
import { settingsText } from "#renderer/text/settings.tsx";

type Site = Output<"portal.sites">[number];
type InstrumentType = Output<"portal.instrumentTypes">[number];
type InstrumentRecord = NonNullable<Output<"portal.instrumentRecords">>[number];

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** Sites by name; what is in the settings is offered even where the portal does not know it. */
export function siteChoices(sites: readonly Site[], chosen: string): SelectOption[] {
  const known = sites.map(({ id, humanReadableName, country }) => ({
    value: id,
    label: `${humanReadableName}${country === null ? "" : `, ${country}`} (${id})`,
  }));
  const sorted = known.sort((one, other) => compareNames(one.label, other.label));
  if (chosen === "" || known.some(({ value }) => value === chosen)) return sorted;
  return [{ value: chosen, label: settingsText.unknownToPortal(chosen) }, ...sorted];
}

/** Instruments of a site, by name, without those of other sites; the one in the settings is offered wherever it is, known or not. */
export function recordChoices(
  records: readonly InstrumentRecord[],
  types: readonly InstrumentType[],
  site: string,
  chosen: string,
): SelectOption[] {
  const typeOf = new Map(types.map((type) => [type.id, type.shortName]));
  const choice = ({ pid, name, instrumentId }: InstrumentRecord) => ({
    value: pid,
    label: `${name} · ${typeOf.get(instrumentId ?? "") ?? instrumentId ?? say("unknown type")} · ${endOf(pid)}`,
  });
  const known = records
    .filter(({ siteId }) => siteId === null || siteId === site)
    .map(choice)
    .sort((one, other) => compareNames(one.label, other.label));
  if (chosen === "" || known.length === 0 || choiceOf(known, chosen) !== null) return known;
  const elsewhere = records.find(({ pid }) => pid === chosen);
  return [elsewhere === undefined ? { value: chosen, label: endOf(chosen) } : choice(elsewhere), ...known];
}

/** True for a PID that the portal does not know, although it has instruments of this site. */
export function isUnknownPid(records: readonly InstrumentRecord[], site: string, chosen: string): boolean {
  return (
    chosen !== "" &&
    records.some(({ siteId }) => siteId === null || siteId === site) &&
    records.every(({ pid }) => pid !== chosen)
  );
}

function endOf(pid: string): string {
  return pid.slice(pid.lastIndexOf("/") + 1);
}

/** Kinds of instrument, or models, by name. */
export function typeChoices(
  types: readonly Pick<InstrumentType, "id" | "humanReadableName">[],
  chosen: string,
): SelectOption[] {
  const known = types.map(({ id, humanReadableName }) => ({
    value: id,
    label: `${humanReadableName} (${id})`,
  }));
  if (chosen === "" || known.some(({ value }) => value === chosen)) return known;
  return [{ value: chosen, label: chosen }, ...known];
}

export function choiceOf(choices: readonly SelectOption[], value: string): SelectOption | null {
  return choices.find((choice) => choice.value === value) ?? null;
}
