import { counted, oneLine } from "#base/text.ts";
import { importConfiguration } from "#compose/import-config.ts";
import { absolutePath } from "./command.ts";
import { dataFolderOf } from "./station-flags.ts";
import type { Run } from "./table.ts";
import type { importTable } from "./tables/station-tables.ts";
import { jsonLine } from "./words.ts";

export const importSubmitConfig: Run<typeof importTable> = async ({ flags, words }, around) => {
  const { settings, data } = flags;
  const done = await importConfiguration({
    file: absolutePath(words[0] ?? "", around),
    settingsFile: settings === undefined ? null : absolutePath(settings, around),
    dataFolder: settings !== undefined && data === undefined ? null : dataFolderOf(flags, around),
    portalUrl: flags["portal-url"] ?? null,
    env: around.env,
  });
  const { isWritten, settingsFile, instrumentCount, modelCount, notes, problems, password } = done;
  for (const problem of problems) around.stderr.write(`skyferry: ${oneLine(problem)}\n`);
  if (flags.json)
    around.stdout.write(
      jsonLine({
        isWritten,
        settings: settingsFile,
        instruments: instrumentCount,
        models: modelCount,
        passwordPlace: password,
        notes,
        problems,
      }),
    );
  if (!isWritten) return 2;
  if (flags.json) return 0;
  for (const note of notes) around.stdout.write(`Note: ${note}\n`);
  const models = modelCount === 0 ? "" : ` and ${counted(modelCount, "model")}`;
  const kept = password === null ? "" : ` ${password}`;
  around.stdout.write(
    `${counted(instrumentCount, "instrument")}${models} written to ${settingsFile}.${kept}\n`,
  );
  return 0;
};
