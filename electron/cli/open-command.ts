import { readHostFile } from "#api/loopback/host-file.ts";
import { isAnswering } from "./ask.ts";
import { openingOf, openPages } from "./open-pages.ts";
import { dataFolderOf } from "./station-flags.ts";
import type { Run } from "./table.ts";
import type { openPagesTable } from "./tables/station-tables.ts";
import { jsonLine, printed } from "./words.ts";

export const openCommand: Run<typeof openPagesTable> = async ({ flags }, around) => {
  const { stdout, stderr, env } = around;
  const dataFolder = dataFolderOf(flags, around);
  const file = (await isAnswering(flags, around)) ? await readHostFile(dataFolder) : null;
  if (file?.kind !== "read") {
    const said = `Skyferry is not running on ${dataFolder}: start its window, or skyferry daemon.`;
    stderr.write(printed([`skyferry open: ${said}`]));
    return 1;
  }
  const ui = `${file.record.address}/#token=${file.record.token}`;
  if (flags.json) {
    stdout.write(jsonLine({ ui }));
    return 0;
  }
  const how = { env, runtime: null };
  const isOpened = openingOf(ui, dataFolder, { ...how, platform: process.platform }).kind !== "none";
  if (isOpened) openPages(ui, dataFolder, how, (line) => stdout.write(printed([line])));
  stdout.write(printed([isOpened ? `The pages open in the browser: ${ui}` : ui]));
  return 0;
};
