import { textHash } from "#adapters/settings/json-file.ts";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import { statusHandlers } from "#api/handlers/status-handlers.ts";
import { type AnswerOptions, answered } from "#api/reply.ts";
import type { CheckedInput, Handlers, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { statusMethods } from "#contract/status.ts";
import { createAdvisedFiles } from "#station/cleanup/advised-files.ts";
import { createQualityReports } from "#station/coverage/quality-reports.ts";
import { createStation } from "#station/station.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";

/** Makes the station of a data folder, with what it knows by others; it does nothing yet. */
export function makeStation({ ports, link, first }: DataFolderParts) {
  const { clock, log, qualityStore, advisedStore } = ports;
  const quality = createQualityReports({ clock, log, portal: link.portal, store: qualityStore });
  const advised = createAdvisedFiles(advisedStore, textHash);
  const station = createStation({ ...ports, quality, advised, watch: createChokidarWatch() }, first);
  return { station, quality, advised };
}

export type MadeStation = ReturnType<typeof makeStation>;

/**
 * Answers a method where no host runs; never rejects, as `answered`. Methods about the status need the station alone: `all`,
 * which loads the rest of the program, is for the others.
 */
export async function answeredAlone<M extends MethodName>(
  method: M,
  input: CheckedInput<M>,
  { station }: MadeStation,
  all: () => Promise<Handlers>,
  options: AnswerOptions,
): Promise<Reply<Output<M>>> {
  const about: Partial<Handlers> = statusHandlers(station, null);
  const handler = about[method];
  if (handler !== undefined) {
    const { output } = statusMethods[method as keyof typeof statusMethods];
    return await answered(method, output, handler, input, options);
  }
  const { methods } = await import("#contract/methods.ts");
  return await answered(method, methods[method].output, (await all())[method], input, options);
}
