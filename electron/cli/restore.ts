import { counted } from "#base/text.ts";
import { restoreStation } from "#compose/backup-files.ts";
import { absolutePath, type Surroundings, UsageError } from "./command.ts";
import type { Run } from "./table.ts";
import type { restoreTable } from "./tables/station-tables.ts";
import { jsonLine, printed } from "./words.ts";

export const restoreCommand: Run<typeof restoreTable> = async ({ flags, words }, around) => {
  const file = absolutePath(words[0] ?? "", around);
  const data = absolutePath(flags.data, around);
  const moved = (flags.folder ?? []).map((one) => movedOf(one, around));
  const done = await restoreStation({ file, folder: data, moved });
  if ("message" in done) throw new UsageError(done.message);
  const { version, station, computer, madeAt, parts, secretsLeftOut } = done;
  const restored = { data, version, station, computer, madeAt, parts: parts.length, secretsLeftOut };
  const left = secretsLeftOut === 0 ? "" : ` and ${counted(secretsLeftOut, "secret value")} of the settings`;
  around.stdout.write(
    flags.json
      ? jsonLine(restored)
      : printed([
          `Restored to ${data}: the station of ${computer} as of ${madeAt}.`,
          `It is paused. Make sure that the old station is off, then confirm it: skyferry resume --data ${data}`,
          `Enter the password${left} again: a backup does not hold them.`,
        ]),
  );
  return 0;
};

type Given = Parameters<typeof restoreStation>[0]["moved"][number];

function movedOf(given: string, around: Surroundings): Given {
  const ways = Array.from(given.matchAll(/(?<=.)=(?=.)/gs), ({ index }) => ({
    from: given.slice(0, index),
    to: absolutePath(given.slice(index + 1), around),
  }));
  if (ways.length === 0)
    throw new UsageError(
      `--folder ${given} must be OLD=NEW: the folder of the backup, "=", and the folder on this PC.`,
    );
  return { given, ways };
}
