import { capital, oneLine } from "#base/text.ts";
import { type ConnectionStep, type ConnectionStepName, connectionStepNames } from "#domain/connection.ts";
import type { ConnectionReport, ConnectionRequest } from "#engine/ports/settings.ts";

/** The steps of one test as they come in. */
export interface Steps {
  ok(name: ConnectionStepName, message: string): void;
  failed(name: ConnectionStepName, message: string): void;
  /** Not looked at, for a reason of its own. */
  skipped(name: ConnectionStepName, message: string): void;
  clockAhead(seconds: number): void;
  /** The portal's list of sites, whatever is in it. */
  sites(list: readonly unknown[]): void;
  /** Gives people's words for the site that was asked for: its name where the portal tells one, else its id. "" for none. */
  siteWords(): string;
  /** All six; what was not reached is skipped. The verdict is the first thing that failed, or what holds. */
  report(): ConnectionReport;
}

export function createSteps(request: ConnectionRequest): Steps {
  const seen = new Map<ConnectionStepName, ConnectionStep>();
  let clockAheadSeconds: number | null = null;
  let siteCount: number | null = null;
  let siteWords = request.site ?? "";
  const note = (state: ConnectionStep["state"]) => (name: ConnectionStepName, message: string) => {
    seen.set(name, { name, state, message: inWordsOfTheForm(message) });
  };
  return {
    ok: note("ok"),
    failed: note("failed"),
    skipped: note("skipped"),
    clockAhead(seconds) {
      clockAheadSeconds = seconds;
    },
    sites(list) {
      siteCount = list.length;
      siteWords = nameIn(list, request.site) ?? siteWords;
    },
    siteWords: () => siteWords,
    report() {
      const steps = connectionStepNames.map(
        (name) => seen.get(name) ?? { name, state: "skipped" as const, message: whyNot(name, request) },
      );
      const fault = steps.find(({ state }) => state === "failed");
      const verdict = fault === undefined ? holds(request, siteWords, steps) : fault.message;
      return { steps, isGood: fault === undefined, verdict, siteCount, clockAheadSeconds };
    },
  };
}

/** The portal's messages name keys of the settings file; somebody in front of a form sees fields. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/set portal\.allowInsecureHttp if you really want this/g, "allow plain http if you really want this"],
  [/portal\.url/g, "the portal's address"],
  [/portal\.caFile/g, "the certificate file"],
  [/portal\.proxy/g, "the proxy"],
  [/, or set it to null/g, ", or leave it empty"],
  [/ \(Settings > Portal and sending\)/g, ""],
  [/an unencrypted address there/g, "an unencrypted address in Settings"],
];

function inWordsOfTheForm(message: string): string {
  const said = fields.reduce((text, [key, field]) => text.replaceAll(key, field), message);
  return capital(said);
}

function whyNot(name: ConnectionStepName, request: ConnectionRequest): string {
  if (request.username === null && (name === "password" || name === "permission"))
    return "Only the address was tested.";
  return name === "permission" && request.site === null
    ? "No site is set: permission is checked with the first file."
    : "Not checked: an earlier step failed.";
}

/** The name of the site with this id; null where the list has none. */
function nameIn(sites: readonly unknown[], id: string | null): string | null {
  const site = sites
    .filter((one) => typeof one === "object" && one !== null)
    .find((one) => "id" in one && one.id === id);
  const name = site !== undefined && "humanReadableName" in site ? site.humanReadableName : null;
  return typeof name === "string" && name.trim() !== "" ? oneLine(name.trim()).slice(0, 100) : null;
}

function holds(
  { username, site }: ConnectionRequest,
  siteWords: string,
  steps: readonly ConnectionStep[],
): string {
  const isPermitted = steps.some(({ name, state }) => name === "permission" && state === "ok");
  if (username === null) return "The portal answers at this address.";
  if (site !== null && isPermitted) return `Signed in as ${username}, who may send for ${siteWords}.`;
  if (site !== null)
    return `Signed in as ${username}. Permission to send for ${siteWords} is checked with the first file.`;
  return `Signed in as ${username}.`;
}
