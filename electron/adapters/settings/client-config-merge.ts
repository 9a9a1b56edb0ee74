import type { InstrumentInput, ModelSourceInput } from "#contract/settings-file.ts";
import type { SubmitConfig } from "./client-config.ts";

/** Settings with what the official client's configuration adds; what was there stays. */
export interface SubmitMerge {
  readonly document: Record<string, unknown> & {
    readonly portal: Record<string, unknown>;
    readonly instruments: readonly Record<string, unknown>[];
  };
  readonly added: readonly InstrumentInput[];
  readonly addedModels: readonly ModelSourceInput[];
  /** "" where neither names one. */
  readonly url: string;
  readonly username: string;
  /** Notes, one sentence each. */
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
  const instrumentsBefore = listOf(before.instruments);
  const modelsBefore = listOf(before.models);
  const names = new Set([...instrumentsBefore, ...modelsBefore].map((one) => asObject(one).name));
  const added = newAmong(config.instruments, instrumentsBefore.map(asObject), names);
  const addedModels = newAmong(config.models, modelsBefore.map(asObject), names);
  const proxy = url.startsWith("http:") ? config.proxies.http : (config.proxies.https ?? config.proxies.http);
  const alreadyThere = config.instruments.length - added.length;
  const notes = [...config.notes];
  if (alreadyThere > 0)
    notes.push(
      `${alreadyThere} instrument${alreadyThere === 1 ? "" : "s"} already in the settings: left unchanged.`,
    );
  const keptModels = config.models.length - addedModels.length;
  if (keptModels > 0)
    notes.push(`${keptModels} model${keptModels === 1 ? "" : "s"} already in the settings: left unchanged.`);
  const document = {
    ...before,
    portal: { ...portalBefore, url, username, ...(proxy === null ? {} : { proxy }) },
    instruments: [...instrumentsBefore, ...added],
    ...(modelsBefore.length + addedModels.length === 0 ? {} : { models: [...modelsBefore, ...addedModels] }),
  };
  return { document, added, addedModels, url, username, notes };
}

/** Those that the settings lack, under names that are free there. */
function newAmong<One extends InstrumentInput | ModelSourceInput>(
  read: readonly One[],
  current: readonly Readonly<Record<string, unknown>>[],
  names: Set<unknown>,
): readonly One[] {
  const identity = (one: Readonly<Record<string, unknown>>): string =>
    JSON.stringify([one.site, one.instrument, one.model, one.pid, one.folder, one.pattern, one.tags ?? []]);
  const isThere = new Set(current.map(identity));
  return read
    .filter((one) => !isThere.has(identity({ ...one })))
    .map((one) => {
      let name = one.name;
      for (let count = 2; names.has(name); count += 1) name = `${one.name} ${count}`;
      names.add(name);
      return { ...one, name };
    });
}

function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
