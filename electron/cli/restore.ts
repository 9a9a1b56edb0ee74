import { counted } from "#base/text.ts";
import { restoreStation } from "#compose/backup-files.ts";
import { absolutePath, type Command, readFlags, required, type Surroundings, UsageError } from "./command.ts";
import { jsonLine, printed } from "./words.ts";

export const restoreCommand: Command = {
  name: "restore",
  summary: "puts a backup into a new folder, on this PC or another",
  help: `skyferry restore: puts a backup into a new or empty data folder. The station there sends nothing until you confirm that the old one
is off: with Resume in its pages, or skyferry resume.

Usage: skyferry restore FILE --data DIR [--folder OLD=NEW …] [--json]

  FILE              backup, as skyferry backup or the weekly copies in the folder backups have written it
  --data DIR        data folder to fill; new or empty
  --folder OLD=NEW  folder or drive of the instruments that is another one here; may be given more than once
  --json            prints one JSON document: data, version, station, computer, madeAt, parts, secretsLeftOut

All of it is checked before anything is put in its place. An interrupted restore is run again with the same words.

Exit codes: 0 restored; 2 bad usage, the backup cannot be used, or the folder is not empty. Nothing is restored then.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(
      argv,
      {
        data: { type: "string" },
        folder: { type: "string", multiple: true },
        json: { type: "boolean" },
      },
      1,
    );
    const file = absolutePath(required(words[0], "FILE"), around);
    const data = absolutePath(required(flags.data, "--data DIR"), around);
    const moved = (flags.folder ?? []).map((one) => movedOf(one, around));
    const done = await restoreStation({ file, folder: data, moved });
    if ("message" in done) throw new UsageError(done.message);
    const { version, station, computer, madeAt, parts, secretsLeftOut } = done;
    const restored = { data, version, station, computer, madeAt, parts: parts.length, secretsLeftOut };
    const left =
      secretsLeftOut === 0 ? "" : ` and ${counted(secretsLeftOut, "secret value")} of the settings`;
    around.stdout.write(
      flags.json === true
        ? jsonLine(restored)
        : printed([
            `Restored to ${data}: the station of ${computer} as of ${madeAt}.`,
            `It is paused. Make sure that the old station is off, then confirm it: skyferry resume --data ${data}`,
            `Enter the password${left} again: a backup does not hold them.`,
          ]),
    );
    return 0;
  },
};

type Moved = Parameters<typeof restoreStation>[0]["moved"][number];

function movedOf(given: string, around: Surroundings): Moved {
  const at = given.indexOf("=");
  if (at <= 0 || at === given.length - 1)
    throw new UsageError(
      `--folder ${given} must be OLD=NEW: the folder of the backup, "=", and the folder on this PC.`,
    );
  return { from: given.slice(0, at), to: absolutePath(given.slice(at + 1), around) };
}
