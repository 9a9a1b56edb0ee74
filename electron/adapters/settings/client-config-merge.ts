import type { InstrumentInput } from "#contract/settings-file.ts";
import type { SubmitConfig } from "./client-config.ts";

/** Settings with what the official client's configuration adds; what was there stays. */
export interface SubmitMerge {
  readonly document: Record<string, unknown> & {
    readonly portal: Record<string, unknown>;
    readonly instruments: readonly Record<string, unknown>[];
  };
  readonly added: readonly InstrumentInput[];
  /** "" where neither names one. */
  readonly url: string;
  readonly username: string;
  /** One sentence each. */
  readonly notes: readonly string[];
}

/**
 * `before` is the document of the settings file, `{}` where there is none. The user name is that of the configuration,
 * the address `portalUrl` where given. An instrument that says the same as one in the settings is not added again.
 */
export function mergeSubmitConfig(
  config: SubmitConfig,
  before: Record<string, unknown>,
  portalUrl: string | null,
): SubmitMerge {
  const portalBefore = asObject(before.portal);
  const url = portalUrl ?? config.portalUrl ?? textOr(portalBefore.url, "");
  const username = config.portalUsername ?? textOr(portalBefore.username, "");
  const instrumentsBefore = Array.isArray(before.instruments) ? before.instruments : [];
  const added = newAmong(config.instruments, instrumentsBefore.map(asObject));
  const proxy = url.startsWith("http:") ? config.proxies.http : (config.proxies.https ?? config.proxies.http);
  const kept = config.instruments.length - added.length;
  const notes = [...config.notes];
  if (kept > 0)
    notes.push(`${kept} instrument${kept === 1 ? "" : "s"} already in the settings: left unchanged.`);
  const document = {
    ...before,
    portal: { ...portalBefore, url, username, ...(proxy === null ? {} : { proxy }) },
    instruments: [...instrumentsBefore, ...added],
  };
  return { document, added, url, username, notes };
}

/** Those that the settings lack, under names that are free there. */
function newAmong(
  read: readonly InstrumentInput[],
  current: readonly Readonly<Record<string, unknown>>[],
): readonly InstrumentInput[] {
  const told = (one: Readonly<Record<string, unknown>>): string =>
    JSON.stringify([one.site, one.instrument, one.pid, one.folder, one.pattern, one.tags ?? []]);
  const isThere = new Set(current.map(told));
  const names = new Set(current.map(({ name }) => name));
  return read
    .filter((one) => !isThere.has(told({ ...one })))
    .map((one) => {
      let name = one.name;
      for (let count = 2; names.has(name); count += 1) name = `${one.name} ${count}`;
      names.add(name);
      return { ...one, name };
    });
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
