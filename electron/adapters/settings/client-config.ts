import { parse, TomlError } from "smol-toml";
import { encodingError } from "#adapters/named-file.ts";
import { capital } from "#base/text.ts";
import { type InstrumentInput, instrumentSchema, type ModelSourceInput } from "#contract/settings-file.ts";
import { compilePattern } from "#domain/pattern/pattern.ts";
import { splitSubmitPath } from "./client-config-path.ts";
import { openTable, type Table } from "./client-config-tables.ts";
import { mostInstruments } from "./settings-size.ts";

/** Content of the official client's TOML, in our words (docs/instruments.md, last paragraphs). */
export interface SubmitConfig {
  readonly portalUsername: string | null;
  /** Plain, as it was in the file; it belongs in the keychain. */
  readonly password: string | null;
  /** Null where the file names none, which is usual: the official client knows its portal by itself. */
  readonly portalUrl: string | null;
  readonly proxies: { readonly http: string | null; readonly https: string | null };
  /** An entry for each `[[instrument]]`, also for those that need correction, so that nothing is lost. */
  readonly instruments: readonly InstrumentInput[];
  /** An entry for each `[[model]]`, in the same way. */
  readonly models: readonly ModelSourceInput[];
  /** Sentences: what was written differently, and keys that are known to neither program. */
  readonly notes: readonly string[];
  /** Sentences: what could not be carried over or must be completed; each names its key. No secret is in them. */
  readonly problems: readonly string[];
}

/**
 * Reads the TOML of the official command-line client. `baseFolder` is where the file lies: a relative `path_fmt` is
 * taken from there. Text that is no TOML gives one problem and nothing else.
 */
export function readSubmitConfig(tomlText: string, baseFolder: string | null = null): SubmitConfig {
  const notes: string[] = [];
  const problems: string[] = [];
  const top = openTable("", parseToml(tomlText, problems), problems);
  const isToml = problems.length === 0;

  const account = top.table("user_account");
  const portalUsername = account.text("username");
  const password = account.text("password");
  if (isToml && portalUsername === null)
    problems.push("user_account.username is missing: enter it in Settings.");
  if (isToml && password === null) problems.push("user_account.password is missing: enter it in Settings.");

  const network = top.table("network");
  const proxyTable = network.table("proxies");
  const proxies = {
    http: readProxy(proxyTable, "http", notes, problems),
    https: readProxy(proxyTable, "https", notes, problems),
  };
  if (proxies.http !== null && proxies.https !== null && proxies.http !== proxies.https) {
    notes.push("network.proxies has two proxies: the one for the scheme of the portal's address is used.");
  }

  const sections: Table[] = [];
  const named: (InstrumentInput | ModelSourceInput)[] = [];
  const readAll = <One extends InstrumentInput | ModelSourceInput>(
    list: string,
    read: ReadSection<One>,
  ): One[] => {
    const written = top.tables(list);
    if (written.length > mostInstruments) {
      problems.push(
        `${list} has ${written.length} sections, and at most ${mostInstruments} can be used: none was imported.`,
      );
      return [];
    }
    sections.push(...written);
    const all: One[] = [];
    for (const section of written) {
      const one = read(section, baseFolder, notes, problems);
      if (all.some((other) => isSame(other, one))) {
        notes.push(`${section.key} is the same as an earlier section and was left out.`);
        continue;
      }
      const free = { ...one, name: freeName(one, named) };
      all.push(free);
      named.push(free);
    }
    return all;
  };
  const instruments = readAll("instrument", readSubmitInstrument);
  const models = readAll("model", readSubmitModel);
  const portalUrl = top.text("dataportal_url") ?? top.text("base_url") ?? top.text("url");
  for (const key of [top, account, network, proxyTable, ...sections].flatMap((table) => table.unread())) {
    notes.push(`${key} is not known and was left out.`);
  }
  return { portalUsername, password, portalUrl, proxies, instruments, models, notes, problems };
}

function parseToml(text: string, problems: string[]): Record<string, unknown> {
  const encoding = encodingError(text);
  if (encoding !== null) {
    problems.push(`The file cannot be read: ${encoding}.`);
    return {};
  }
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The rest of its message quotes lines of the file, the password's perhaps.
    const reason = error.message.split("\n", 1)[0] ?? "";
    problems.push(`The file is not valid TOML: line ${error.line}, column ${error.column}: ${reason}.`);
    return {};
  }
}

function readProxy(
  table: Table,
  scheme: "http" | "https",
  notes: string[],
  problems: string[],
): string | null {
  const written = table.text(scheme)?.trim() ?? "";
  if (written === "") return null;
  const key = `${table.key}.${scheme}`;
  const address = /^[a-z]+:\/\//i.test(written) ? written : `http://${written}`;
  if (address !== written) notes.push(`${key} has no scheme; http was used.`);
  const url = URL.parse(address);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    problems.push(`${key} is not an http or https address and was not imported.`);
    return null;
  }
  if (url.username !== "" || url.password !== "") {
    problems.push(
      `${key} contains a password and was not imported: set the environment variable HTTPS_PROXY instead.`,
    );
    return null;
  }
  return address;
}

type ReadSection<One> = (
  section: Table,
  baseFolder: string | null,
  notes: string[],
  problems: string[],
) => One;

/** Whatever it is called. */
function isSame(a: object, b: object): boolean {
  return JSON.stringify({ ...a, name: "" }) === JSON.stringify({ ...b, name: "" });
}

/** `halo-doppler-lidar co`, with the site or a number where that is taken. */
function freeName(
  one: Pick<InstrumentInput, "name" | "site">,
  others: readonly Pick<InstrumentInput, "name" | "site">[],
): string {
  const isFree = (name: string) => !others.some((other) => other.name === name);
  const withSite = `${one.name}, ${one.site}`;
  if (isFree(one.name)) return one.name;
  if (others.every((other) => other.site !== one.site) && isFree(withSite)) return withSite;
  for (let count = 2; ; count += 1) if (isFree(`${one.name} ${count}`)) return `${one.name} ${count}`;
}

/**
 * Reads an `[[instrument]]` section in the words of the settings file. A missing value stays empty, so that the settings
 * name it and leave the instrument out until somebody completes it. The name need not be unique yet.
 */
function readSubmitInstrument(
  section: Table,
  baseFolder: string | null,
  notes: string[],
  problems: string[],
): InstrumentInput {
  const required = (name: string) => requiredIn(section, name, problems);
  const site = required("site");
  const instrument = required("instrument");
  const pid = required("instrument_pid");
  if (pid !== "" && !instrumentSchema.shape.pid.safeParse(pid).success) {
    problems.push(`${section.key}.instrument_pid does not start with https://hdl.handle.net/: ${toComplete}`);
  }
  const tags = [...section.texts("tags")];
  const files = readFiles(section, required("path_fmt"), baseFolder, notes, problems);
  const name = [instrument === "" ? section.key : instrument, ...tags].join(" ");
  return { name, site, instrument, pid, ...files, tags, finish: { policy: "settle", seconds: 60 } };
}

/** Reads a `[[model]]` section, in the same way. */
function readSubmitModel(
  section: Table,
  baseFolder: string | null,
  notes: string[],
  problems: string[],
): ModelSourceInput {
  const site = requiredIn(section, "site", problems);
  const model = requiredIn(section, "model", problems);
  const files = readFiles(section, requiredIn(section, "path_fmt", problems), baseFolder, notes, problems);
  const name = model === "" ? section.key : `${model} model`;
  return { name, site, model, ...files, finish: { policy: "settle", seconds: 60 } };
}

function requiredIn(section: Table, name: string, problems: string[]): string {
  const found = section.text(name);
  if (found === null || found.trim() === "")
    problems.push(`${section.key}.${name} is missing: ${toComplete}`);
  return found ?? "";
}

const toComplete = "complete it in Settings; until then its files are not sent.";

function readFiles(
  section: Table,
  pathFmt: string,
  baseFolder: string | null,
  notes: string[],
  problems: string[],
): Pick<InstrumentInput, "folder" | "pattern"> {
  const key = `${section.key}.path_fmt`;
  const periodicity = section.text("periodicity") ?? "daily";
  if (periodicity !== "daily" && periodicity !== "monthly") {
    problems.push(`${section.key}.periodicity is neither daily nor monthly; daily was used.`);
  }
  const uncut = { folder: "", pattern: pathFmt };
  if (pathFmt === "") return uncut;
  const split = splitSubmitPath(pathFmt, periodicity === "monthly" ? "monthly" : "daily", baseFolder);
  if (split.kind === "refused") {
    problems.push(`${key} ${split.reason}. ${capital(toComplete)}`);
    return uncut;
  }
  notes.push(...split.notes.map((note) => `${key} ${note}.`));
  const compiled = compilePattern(split.pattern);
  if (compiled.kind === "refused") {
    problems.push(`${key}: ${compiled.reason}. ${capital(toComplete)}`);
  } else if (compiled.pattern.period === "month" && periodicity !== "monthly") {
    problems.push(
      `${key} has no %d and is daily, so the official client sends the same file for every day; here its date is the first of the month.`,
    );
  }
  return { folder: split.folder, pattern: split.pattern };
}
