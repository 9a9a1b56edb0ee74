import { counted, oneLine } from "#base/text.ts";
import { importConfiguration } from "#compose/import-config.ts";
import { absolutePath, type Command, readFlags, required } from "./command.ts";

export const importSubmitConfig: Command = {
  name: "import-submit-config",
  summary: "imports settings from the official command-line client's TOML",
  help: `skyferry import-submit-config: imports settings from the official command-line client's TOML file.
The password goes to the keychain, never to a settings file.

Usage: skyferry import-submit-config FILE.toml [--settings FILE] [--data DIR] [--portal-url URL]

  --settings FILE   settings file to write; instruments and models that it already has stay. Default: settings.json in the data folder
  --data DIR        data folder; default: the folder of the settings file
  --portal-url URL  the portal's address, which the official client's file does not contain

Exit codes: 0; 2 the file cannot be read, or something in it could not be imported.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(
      argv,
      { settings: { type: "string" }, data: { type: "string" }, "portal-url": { type: "string" } },
      1,
    );
    const file = absolutePath(required(words[0], "FILE.toml"), around);
    if (flags.settings === undefined) required(flags.data, "--settings FILE or --data DIR");
    const done = await importConfiguration({
      file,
      settingsFile: flags.settings === undefined ? null : absolutePath(flags.settings, around),
      dataFolder: flags.data === undefined ? null : absolutePath(flags.data, around),
      portalUrl: flags["portal-url"] ?? null,
      env: around.env,
    });
    for (const problem of done.problems) around.stderr.write(`skyferry: ${oneLine(problem)}\n`);
    if (!done.isWritten) return 2;
    for (const note of done.notes) around.stdout.write(`Note: ${note}\n`);
    around.stdout.write(
      `${counted(done.instrumentCount, "instrument")}${done.modelCount === 0 ? "" : ` and ${counted(done.modelCount, "model")}`} written to ${done.settingsFile}.${done.password === null ? "" : ` ${done.password}`}\n`,
    );
    return done.problems.length === 0 ? 0 : 2;
  },
};
