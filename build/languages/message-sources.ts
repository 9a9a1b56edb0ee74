import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CommandFlag } from "#cli/table.ts";
import { commandGroups, commandTables } from "#cli/tables/all-tables.ts";
import { globalFlags } from "#cli/tables/shared-flags.ts";
import { isSentence, isText, messagesOf } from "./messages-of.ts";
import { tableWords } from "./table-words.ts";

const top = path.join(import.meta.dirname, "../..");

/** A part of the messages: a file of each language. */
export interface Part {
  readonly files: readonly string[];
  /** Files of which each text counts, also single words. */
  readonly whole: readonly string[];
  /** Only their calls count: `say`, `sayParts`, `sayNodes`, `worded`. */
  readonly said: readonly string[];
  /** With words for programs, scripts, the log or for people who build: English in each language. */
  readonly except: readonly string[];
}

export const parts = {
  pages: {
    files: ["renderer/**/*.{ts,tsx}", "electron/base/text.ts", "electron/contract/report-{words,html}.ts"],
    whole: [],
    said: ["renderer/**/*.{ts,tsx}", "electron/base/text.ts", "electron/contract/report-{words,html}.ts"],
    except: ["renderer/**/*.d.ts"],
  },
  station: {
    files: [
      "electron/{domain,station,engine,adapters,compose,base,main}/**/*.ts",
      "electron/api/{handlers/*,present}.ts",
      "electron/contract/{settings,settings-file,channel-settings,values,added,monthly-report}.ts",
    ],
    whole: ["electron/main/text.ts"],
    said: [],
    except: [
      "electron/adapters/{late-modules,heap-at-rest,packed-files}.ts",
      "electron/base/{icu,language,recognise,message-fault,message-forms,spoken-values,chosen-language,local-text,async,dates}.ts",
      "electron/adapters/languages/*.ts",
      "electron/adapters/netcdf/hdf5-names.ts",
      "electron/main/shell-language.ts",
    ],
  },
  commands: {
    files: ["electron/cli/**/*.ts"],
    whole: [],
    said: [],
    except: [
      "electron/cli/completion*.ts",
      "electron/cli/{compile-cache,sandbox,electron-runtime}.ts",
      "electron/cli/service/{systemd-unit,launchd,task-scheduler}.ts",
    ],
  },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

/** Sentences about the link hold a "%" for the portal's name. */
function withPortal(text: string): string {
  return text.replace(/(?<=^|[a-z] )%(?= |[.:,]|$)/, "{portal}");
}

/** Texts of the commands' tables: also those of a single word. */
function textsOfTables(): readonly string[] {
  return [
    ...Object.keys(commandGroups),
    ...commandTables.flatMap(({ summary, about, actions = {}, words = [], flags, examples, exits }) => [
      summary,
      ...(about === undefined ? [] : [about]),
      ...Object.values(actions),
      ...words.map(({ text }) => text),
      ...Object.values<CommandFlag>({ ...flags, ...globalFlags }).flatMap(({ text, otherwise }) => [
        text,
        ...(otherwise === undefined ? [] : [otherwise]),
      ]),
      ...examples.map(([, does]) => does),
      ...Object.values(exits),
    ]),
  ];
}

/** Names of what `doctor` checks. */
function namesOfChecks(): readonly string[] {
  const files = ["electron/adapters/support/*.ts", "electron/compose/diagnose.ts", "electron/cli/doctor.ts"];
  return globSync(files, { cwd: top })
    .sort()
    .flatMap((file) => [...readFileSync(path.join(top, file), "utf8").matchAll(/\bname: "([A-Z][^"]+)"/g)])
    .map(([, name = ""]) => name);
}

/** The messages that files say by their calls. */
export function messagesSaidIn(files: Iterable<string>): readonly string[] {
  return [...files].flatMap((file) =>
    messagesOf(file, readFileSync(path.join(top, file), "utf8"), () => false),
  );
}

/** The messages of a part, each once, in the order of files and lines. */
export function messagesOfPart(name: PartName): readonly string[] {
  const { files, except, ...kinds } = parts[name];
  const [whole, said] = [kinds.whole, kinds.said].map((globs) => new Set(globSync([...globs], { cwd: top })));
  const found = new Set<string>(name === "pages" ? tableWords() : []);
  for (const file of globSync([...files], { cwd: top, exclude: [...except] }).sort()) {
    const source = readFileSync(path.join(top, file), "utf8");
    for (const text of messagesOf(
      file,
      source,
      said?.has(file) ? () => false : whole?.has(file) ? isText : isSentence,
    ))
      found.add(file.startsWith("electron/adapters/portal/") ? withPortal(text) : text);
  }
  if (name === "commands") for (const text of [...textsOfTables(), ...namesOfChecks()]) found.add(text);
  return [...found].filter(
    (text) => !/\n|^state = /.test(text) && /[A-Za-z]{2}/.test(text.replace(/\{\w+\}/g, "")),
  );
}
