import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dispatch } from "#api/dispatch.ts";
import { counted, errorText } from "#base/text.ts";
import { builtPages } from "#cli/built-pages.ts";
import { absolutePath, type Surroundings, UsageError } from "#cli/command.ts";
import { findRuntime } from "#cli/fetch-runtime.ts";
import { noWindow, openPages } from "#cli/open-pages.ts";
import type { Run } from "#cli/table.ts";
import type { demoTable } from "#cli/tables/sending-tables.ts";
import { jsonLine } from "#cli/words.ts";
import type { DataFolder } from "#compose/data-folder.ts";
import type { Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { demoSite } from "#demo/demo-settings.ts";
import { openDemo } from "#demo/demo-station.ts";
import { totalOf, unsentStates } from "#domain/upload.ts";
import { verifyDelivery } from "./verify-delivery.ts";

export const demo: Run<typeof demoTable> = async ({ flags }, around) => {
  const seconds = flags.seconds ?? null;
  const isTemporary = flags.data === undefined;
  const folder =
    flags.data === undefined
      ? await mkdtemp(join(tmpdir(), "skyferry-demo-"))
      : absolutePath(flags.data, around);
  await using ends = new AsyncDisposableStack();
  if (isTemporary) ends.defer(() => removeFolder(folder, around));
  const isJson = flags.json;
  const showPages = flags["no-open"] ? null : await findWindow(around, isJson);
  if (showPages === "stopped") return 130;
  return await show(folder, seconds, { isJson, showPages }, around, ends);
};

/** Gives what ends the window that shows them. */
type ShowPages = (ui: string, dataFolder: string, say: (line: string) => void) => () => Promise<void>;

/** A folder that something still holds is no fault of what was delivered. */
export async function removeFolder(
  folder: string,
  { stderr }: Pick<Surroundings, "stderr">,
  remove: typeof rm = rm,
): Promise<void> {
  try {
    await remove(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch (error) {
    stderr.write(`The folder of the demo was not removed, delete it by hand: ${errorText(error)}\n`);
  }
}

/** How the pages are shown: in the window, whose runtime the first start fetches, or in the browser. */
async function findWindow(around: Surroundings, isJson: boolean): Promise<ShowPages | "stopped"> {
  const { env, stopping } = around;
  const runtime = await findRuntime({ env, output: isJson ? around.stderr : around.stdout, stopping });
  if (runtime.kind === "stopped") return "stopped";
  return (ui, dataFolder, say) => {
    if (runtime.kind === "none" && runtime.reason !== null) say(noWindow(runtime.reason));
    return openPages(
      ui,
      dataFolder,
      { env, runtime: runtime.kind === "found" ? runtime.program : null },
      say,
    );
  };
}

/** Longest wait at the end for files that are still settling or on their way. */
const timeoutMs = 60_000;

async function show(
  folder: string,
  seconds: number | null,
  { isJson, showPages }: { readonly isJson: boolean; readonly showPages: ShowPages | null },
  around: Surroundings,
  ends: AsyncDisposableStack,
): Promise<number> {
  const end = new AbortController();
  const say = (line: string) => void (isJson ? around.stderr : around.stdout).write(`${line}\n`);
  const opened = await openDemo({
    folder,
    version: around.version,
    env: around.env,
    pagesFolder: builtPages(),
    backTo: null,
    onOpened: () => say("Opening the bundled portal with two months of data: this can take a minute."),
    onEnd: () => end.abort(),
  });
  if ("message" in opened) throw new UsageError(opened.message);
  ends.defer(() => opened.close());
  const { station, portalUrl, instrumentFolder } = opened;
  say(`Bundled portal: ${portalUrl}`);
  // A folder that was kept holds what an earlier demo delivered.
  const before = await stateOf(station);
  say(`Skyferry: ${opened.host.ui}`);
  const endWindow = showPages?.(opened.host.ui, opened.dataFolder, say);
  // Its own files lie in the demo's folder.
  if (endWindow !== undefined) ends.defer(endWindow);
  say(`Instruments write to ${instrumentFolder}${seconds === null ? "; Ctrl-C ends the demo" : ""}`);

  const state = async (): Promise<State> => {
    const now = await stateOf(station);
    const { delivered, blocked } = before;
    return { ...now, delivered: now.delivered - delivered, blocked: now.blocked - blocked };
  };
  const simulation = opened.startInstruments();
  const isOver = AbortSignal.any([around.stopping, end.signal]);
  const untilMs = seconds === null ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1000;
  while (!isOver.aborted && Date.now() < untilMs) {
    await sleep(Math.min(1000, Math.max(1, untilMs - Date.now())), undefined, { signal: isOver }).catch(
      () => {},
    );
    if (!isJson) showLine(around, `${simulation.written().length} written, ${line(await state())}`);
  }
  if (!isJson && around.stdout.isTTY) around.stdout.write("\n");
  say(
    `Ending: the last files are being written, sent and checked. This takes up to ${timeoutMs / 1000} s${around.stopping.aborted ? "; Ctrl-C again ends it at once" : ""}.`,
  );
  await simulation.finish();
  const giveUpMs = Date.now() + timeoutMs;
  while (Date.now() < giveUpMs) {
    const { delivered, blocked } = await state();
    if (delivered + blocked >= simulation.written().length) break;
    if (!isJson) showLine(around, `${simulation.written().length} written, ${line(await state())}`);
    await sleep(100);
  }
  const { delivered, blocked } = await state();
  const verdict = await verifyDelivery(portalUrl, simulation.written(), demoSite);
  const report = {
    written: simulation.written().length,
    delivered,
    verified: verdict.verified,
    blocked,
    portalCount: verdict.portalCount,
    wrong: verdict.wrong,
  };
  if (isJson) around.stdout.write(jsonLine(report));
  else
    around.stdout.write(
      `${around.stdout.isTTY ? "\r\x1b[K" : ""}${counted(report.written, "file")} written, ${delivered} delivered, ${report.verified} downloaded from the portal and identical byte for byte, ${blocked} blocked; the portal counts ${report.portalCount}.\n`,
    );
  return report.verified === report.written && report.wrong.length === 0 ? 0 : 1;
}

interface State {
  readonly delivered: number;
  readonly inWork: number;
  readonly growing: number;
  readonly blocked: number;
}

async function stateOf(station: DataFolder): Promise<State> {
  const reply = (await dispatch(await station.handlers(), "status", {})) as Reply<Output<"status">>;
  if (!reply.ok) throw new Error(reply.error.message);
  const { totals, instruments } = reply.value;
  return {
    delivered: totals.delivered,
    inWork: totalOf(totals, unsentStates) - totals.blocked,
    growing: instruments.reduce((sum, { growing }) => sum + growing, 0),
    blocked: totals.blocked,
  };
}

function showLine(around: Surroundings, text: string): void {
  if (around.stdout.isTTY) around.stdout.write(`\r\x1b[K${text}`);
}

function line(found: State): string {
  return `${found.delivered} delivered, ${found.inWork} on the way, ${found.growing} unfinished, ${found.blocked} blocked`;
}
