import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { phrase } from "#base/phrase.ts";
import { absoluteMoment, oneLine } from "#base/text.ts";
import {
  applySettings,
  changeSettings,
  checkedFile,
  checkedInForce,
  documentIn,
  type SettingsChange,
  type SettingsPlace,
  settingsInForce,
} from "#compose/settings-files.ts";
import { layerOf, rowOfKey, stepsOfKey, valueOfKey } from "#domain/settings-keys.ts";
import { valuesIn } from "#domain/settings-layers.ts";
import { absolutePath, type Surroundings, UsageError } from "./command.ts";
import { dataFolderOf } from "./station-flags.ts";
import type { Run } from "./table.ts";
import type { settingsCommandTable } from "./tables/station-tables.ts";
import { jsonLine, printed } from "./words.ts";

const wordsOf = { schema: 0, check: 1, show: 0, get: 1, set: 2, apply: 1 } as const;

export const settingsCommand: Run<typeof settingsCommandTable> = async ({ action, flags, words }, around) => {
  const extra = words[wordsOf[action]];
  if (extra !== undefined)
    throw new UsageError(`${JSON.stringify(extra)} is an unexpected argument; see --help.`);
  if (action === "schema") return await schema(flags.admin, around);
  const place = {
    dataFolder: dataFolderOf(flags, around),
    settingsFile: flags.settings === undefined ? null : absolutePath(flags.settings, around),
    env: around.env,
  };
  const [first, second] = words;
  if (action === "check") return await check(first, place, flags, around);
  if (action === "show") return await show(place, flags.origin, flags.json, around);
  if (action === "get") return await get(required(first, "KEY"), place, flags.json, around);
  const change =
    action === "set"
      ? await set(required(first, "KEY"), required(second, "VALUE"), place)
      : await apply(required(first, phrase("FILE or -")), place, flags["dry-run"], around);
  return told(change, flags.json, around);
};

function required(word: string | undefined, name: string): string {
  if (word === undefined) throw new UsageError(`${name} is missing; see --help.`);
  return word;
}

async function schema(isAdmins: boolean, { stdout }: Surroundings): Promise<number> {
  const { adminJsonSchema, settingsJsonSchema } = await import("#contract/settings-json-schema.ts");
  stdout.write(`${JSON.stringify(isAdmins ? adminJsonSchema() : settingsJsonSchema(), null, 2)}\n`);
  return 0;
}

async function check(
  name: string | undefined,
  place: SettingsPlace,
  { admin, json }: { readonly admin: boolean; readonly json: boolean },
  around: Surroundings,
): Promise<number> {
  if (admin && name === undefined) throw new UsageError("--admin needs FILE; see --help.");
  const file = name === undefined ? null : absolutePath(name, around);
  if (file !== null && !existsSync(file)) throw new UsageError(`${file} does not exist: correct the path.`);
  const problems = await (file === null ? checkedInForce(place) : checkedFile(file, place, admin));
  const lines = problems.map(
    (one) => `${one.file}:${one.line ?? 1}: ${one.message.replace(`${one.file}: `, "")}`,
  );
  around.stdout.write(json ? jsonLine({ problems }) : printed(lines));
  return problems.length === 0 ? 0 : 1;
}

async function inForce(place: SettingsPlace) {
  const found = await settingsInForce(place);
  if ("message" in found) throw new UsageError(found.message);
  return found;
}

async function show(
  place: SettingsPlace,
  withOrigin: boolean,
  isJson: boolean,
  { stdout }: Surroundings,
): Promise<number> {
  const { document, origins, file, earlier } = await inForce(place);
  if (!withOrigin) {
    stdout.write(isJson ? jsonLine(document) : `${JSON.stringify(document, null, 2)}\n`);
    return 0;
  }
  const values = valuesIn(document, origins, file).map((one) => ({
    ...one,
    ...(earlier.has(one.file) ? { versionOf: earlier.get(one.file) } : {}),
  }));
  const lines = values.map(
    ({ key, value, file, versionOf }) =>
      `${key} = ${JSON.stringify(value)}  ${file}${versionOf === undefined ? "" : ` (its version of ${absoluteMoment(versionOf)})`}`,
  );
  stdout.write(isJson ? jsonLine({ values }) : printed(lines));
  return 0;
}

function stepsIn(key: string) {
  const steps = stepsOfKey(key);
  if (steps === null)
    throw new UsageError(
      `${JSON.stringify(key)} is not a key: write it as portal.url or "instruments[Radar].pid".`,
    );
  return steps;
}

async function get(
  key: string,
  place: SettingsPlace,
  isJson: boolean,
  around: Surroundings,
): Promise<number> {
  const steps = stepsIn(key);
  const row = rowOfKey(steps);
  const said = valueOfKey((await inForce(place)).document, steps);
  const value = said === undefined && row !== null && "usual" in row ? row.usual : said;
  if (value === undefined) {
    around.stderr.write(`skyferry settings: ${oneLine(key)} is not set.\n`);
    return 1;
  }
  around.stdout.write(isJson || typeof value !== "string" ? jsonLine(value) : printed([value]));
  return 0;
}

async function set(key: string, written: string, place: SettingsPlace): Promise<SettingsChange> {
  const steps = stepsIn(key);
  const row = rowOfKey(steps);
  const isText = row?.kind === "text" || row?.kind === "day" || row?.kind === "choice";
  const value = isText && written !== "null" ? written : valueIn(written);
  const patch = layerOf((await inForce(place)).document, steps, value);
  if (typeof patch === "string") throw new UsageError(patch);
  return await changeSettings(place, patch);
}

/** As JSON, else as text. */
function valueIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

async function apply(
  name: string,
  place: SettingsPlace,
  isDry: boolean,
  around: Surroundings,
): Promise<SettingsChange> {
  const read = await documentIn(
    name === "-" ? { text: await text(process.stdin) } : absolutePath(name, around),
  );
  if ("message" in read) throw new UsageError(read.message);
  return await applySettings(place, read.document, isDry);
}

function told(change: SettingsChange, isJson: boolean, { stdout, stderr }: Surroundings): number {
  if (isJson) stdout.write(jsonLine(change));
  else {
    stdout.write(change.diff);
    for (const problem of change.problems) stderr.write(`skyferry settings: ${oneLine(problem)}\n`);
  }
  return change.problems.length === 0 ? 0 : 1;
}
