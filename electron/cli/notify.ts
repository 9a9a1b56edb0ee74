import { askStation } from "./ask.ts";
import { UsageError } from "./command.ts";
import type { Run } from "./table.ts";
import type { notifyTable } from "./tables/station-tables.ts";
import { jsonLine, printed } from "./words.ts";

export const notify: Run<typeof notifyTable> = async ({ flags, words }, around) => {
  const [name] = words;
  const { results } = await askStation(flags, around, "notifications.test", { name: name ?? null });
  if (results.length === 0) throw new UsageError("The settings contain no usable notification channel.");
  const lines = results.map(({ isTaken, name: channel, sentence }) => {
    const mark = isTaken ? around.paint("good", "OK      ") : around.paint("bad", "PROBLEM ");
    return `${mark} ${printed([`${channel}: ${sentence}`])}`;
  });
  around.stdout.write(flags.json ? jsonLine(results) : lines.join(""));
  return results.every(({ isTaken }) => isTaken) ? 0 : 1;
};
