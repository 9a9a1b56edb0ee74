import { countText, dateText, minuteText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { askStation } from "./ask.ts";
import type { Paint } from "./paint.ts";
import type { Run } from "./table.ts";
import type { instrumentsTable } from "./tables/telling-tables.ts";
import { jsonLine, printed } from "./words.ts";

type Instrument = Output<"status">["instruments"][number];

export const instrumentsCommand: Run<typeof instrumentsTable> = async ({ flags }, around) => {
  const { instruments } = await askStation(flags, around, "status", {});
  around.stdout.write(flags.json ? jsonLine(instruments) : inWords(instruments, around.paint));
  return instruments.some(hasProblem) ? 1 : 0;
};

function hasProblem({ folderTrouble, silence, queue }: Instrument): boolean {
  return folderTrouble !== null || Boolean(silence) || queue.needsYou > 0;
}

/** A line for each: OK or PROBLEM, name, newest file, what waits; below it why. */
function inWords(instruments: readonly Instrument[], paint: Paint): string {
  if (instruments.length === 0) return printed(["The settings have no instrument."]);
  const widest = Math.max(...instruments.map(({ name }) => name.length));
  return instruments
    .map((one) => {
      const { name, lastFileAt, queue, growing, folderTrouble, silence, offUntil } = one;
      const facts = [
        lastFileAt === null ? "no file yet" : `latest ${minuteText(lastFileAt, Date.now())}`,
        `${countText(queue.unsent)} in the queue`,
        ...(queue.waiting === 0 ? [] : [`${countText(queue.waiting)} waiting for a retry`]),
        ...(queue.needsYou === 0 ? [] : [`${countText(queue.needsYou)} need you`]),
        ...(growing === 0 ? [] : [`${countText(growing)} unfinished`]),
      ];
      const why = [
        ...(folderTrouble === null ? [] : [folderTrouble.message]),
        ...(silence ? [silence] : []),
        ...(offUntil ? [`Off until ${dateText(offUntil, Date.now())}.`] : []),
      ];
      const isBad = hasProblem(one);
      const mark = paint(isBad ? "bad" : "good", isBad ? "PROBLEM" : "OK     ");
      const line = printed([`${name.padEnd(widest)}  ${facts.join(", ")}`]);
      return `${mark} ${line}${printed(why.map((sentence) => `        ${sentence}`))}`;
    })
    .join("");
}
