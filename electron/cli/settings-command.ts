import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { oneLine } from "#base/text.ts";
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
import { absolutePath, type Command, readFlags, required, type Surroundings, UsageError } from "./command.ts";
import { dataFolderOf } from "./station-flags.ts";
import { jsonLine, printed } from "./words.ts";

const actions = ["schema", "check", "show", "get", "set", "apply"] as const;

export const settingsCommand: Command = {
  name: "settings",
  summary: "shows, checks and changes the settings, also those of an administrator",
  help: `skyferry settings: shows, checks and changes the settings. Also while a daemon is running, which takes a change within seconds.

Usage: skyferry settings schema [--admin]
       skyferry settings check [FILE] | show [--origin] | get KEY | set KEY VALUE | apply FILE|- [--dry-run]
         [--data DIR] [--settings FILE] [--json]

  schema                prints the JSON Schema of the settings file, for editors
  check [FILE]          names file, line and key of each mistake; without FILE, of all settings in force
  show                  prints the settings in force as they are written
  get KEY, set KEY VALUE  a value, such as portal.concurrency or "instruments[Radar].since"; null takes it out
  apply FILE|-          puts FILE, or standard input, in the place of settings.json, and prints what changes
  --admin               the schema of an administrator's file
  --origin              prints each value with the file that it is from
  --dry-run             writes nothing
  --data DIR            data folder of the station; default: this account's, else the service's
  --settings FILE       settings file; default: settings.json in the data folder
  --json                prints one JSON document

Files of an administrator are below settings.json: /etc/skyferry/settings.d/*.json, on Windows %ProgramData%\\Skyferry\\settings.d, or the
folder that SKYFERRY_SETTINGS_D names. A key that they lock is not changed.

Exit codes: 0, also if nothing changes; 1 a mistake was found, the change was refused, or the key is not set; 2 bad usage.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(
      argv,
      {
        data: { type: "string" },
        settings: { type: "string" },
        json: { type: "boolean" },
        origin: { type: "boolean" },
        admin: { type: "boolean" },
        "dry-run": { type: "boolean" },
      },
      3,
    );
    const [action, first, second] = words;
    const isKnown = actions.some((one) => one === action);
    if (!isKnown) throw new UsageError(`say one of ${actions.join(", ")}; see --help.`);
    const most = { schema: 1, check: 2, show: 1, get: 2, set: 3, apply: 2 }[
      action as (typeof actions)[number]
    ];
    const extra = words[most];
    if (extra !== undefined)
      throw new UsageError(`${JSON.stringify(extra)} is an unexpected argument; see --help.`);
    const isJson = flags.json === true;
    if (action === "schema") return await schema(flags.admin === true, around);
    const place = {
      dataFolder: dataFolderOf(flags, around),
      settingsFile: flags.settings === undefined ? null : absolutePath(flags.settings, around),
      env: around.env,
    };
    if (action === "check") return await check(first, place, isJson, around);
    if (action === "show") return await show(place, flags.origin === true, isJson, around);
    if (action === "get") return await get(required(first, "KEY"), place, isJson, around);
    const change =
      action === "set"
        ? await set(required(first, "KEY"), required(second, "VALUE"), place)
        : await apply(required(first, "FILE or -"), place, flags["dry-run"] === true, around);
    return told(change, isJson, around);
  },
};

async function schema(isAdmins: boolean, { stdout }: Surroundings): Promise<number> {
  const { adminJsonSchema, settingsJsonSchema } = await import("#contract/settings-json-schema.ts");
  stdout.write(`${JSON.stringify(isAdmins ? adminJsonSchema() : settingsJsonSchema(), null, 2)}\n`);
  return 0;
}

async function check(
  name: string | undefined,
  place: SettingsPlace,
  isJson: boolean,
  around: Surroundings,
): Promise<number> {
  const file = name === undefined ? null : absolutePath(name, around);
  if (file !== null && !existsSync(file)) throw new UsageError(`${file} does not exist: correct the path.`);
  const problems = await (file === null ? checkedInForce(place) : checkedFile(file, place));
  const lines = problems.map(
    (one) => `${one.file}:${one.line ?? 1}: ${one.message.replace(`${one.file}: `, "")}`,
  );
  around.stdout.write(isJson ? jsonLine({ problems }) : printed(lines));
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
  const { document, origins, file } = await inForce(place);
  if (!withOrigin) {
    stdout.write(isJson ? jsonLine(document) : `${JSON.stringify(document, null, 2)}\n`);
    return 0;
  }
  const values = valuesIn(document, origins, file);
  const lines = values.map(({ key, value, file }) => `${key} = ${JSON.stringify(value)}  ${file}`);
  stdout.write(isJson ? jsonLine({ values }) : printed(lines));
  return 0;
}

function stepsIn(key: string) {
  const steps = stepsOfKey(key);
  if (steps === null)
    throw new UsageError(
      `${JSON.stringify(key)} is no key: write it as portal.url or "instruments[Radar].pid".`,
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
