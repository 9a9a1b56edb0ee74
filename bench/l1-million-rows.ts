import { join } from "node:path";
import { type Daemon, startDaemon } from "./support/daemons.ts";
import { fillHistory } from "./support/filled-history.ts";
import { type Asked, askInTurn } from "./support/ledger-questions.ts";
import { loadNow } from "./support/process-facts.ts";
import { median, type Row } from "./support/report.ts";
import { spreadPattern, writeSpread, writeStationSettings } from "./support/stations.ts";
import { deliveredRows, scratchFolder } from "./support/trees.ts";

const instruments = ["Bench 0", "Bench 1", "Bench 2", "Bench 3", "Bench 4"];
const mostMs = 200;
const mostStartMs = 3_000;
const mostRescan = 1.2;
/** A station of five instruments that writes a file every half minute fills a million rows in a year. */
const everyMs = 30_000;

/** L1: what a running host answers with a ledger of 1,000,000 delivered rows; against one of 10,000. */
export async function millionRows(scale: number): Promise<Row[]> {
  const scratch = scratchFolder("l1");
  const counts = { small: Math.round(10_000 * scale), large: Math.round(1_000_000 * scale) };
  const onDisk = Math.round(100_000 * scale);
  const small = await station(join(scratch.path, "small"), counts.small, counts.small);
  const large = await station(join(scratch.path, "large"), counts.large, onDisk);
  const rounds = scale < 1 ? 3 : 7;
  const start: Record<string, number[]> = {};
  let taken: Readonly<Record<string, Asked>> = {};
  for (let round = 0; round < 3; round++) {
    const both = { small: await settledDaemon(small), large: await settledDaemon(large) };
    for (const [name, { readyMs }] of Object.entries(both)) start[name] = [...(start[name] ?? []), readyMs];
    if (round === 2) taken = await askInTurn(both, counts, rounds);
    for (const daemon of Object.values(both)) await daemon.stop();
  }
  scratch.remove();
  const ratio = median(start.large ?? []) / mostStartMs;
  const load = loadNow();
  const first: Row = {
    id: "L1",
    what: `start of the host, ${counts.large} rows and ${onDisk} files (small: ${counts.small} of both)`,
    figures: `ms: small ${median(start.small ?? []).toFixed(0)}, large ${median(start.large ?? []).toFixed(0)}`,
    ratio,
    target: `≤ 1 (${mostStartMs} ms)`,
    holds: ratio <= 1,
    raw: { start, load },
  };
  const names = { rescan: `rescan over ${onDisk} files on disk (small: ${counts.small})` };
  return [
    first,
    ...Object.entries(taken).map(([what, one]) =>
      rowOf(
        what === "rescan" ? names.rescan : what,
        one,
        what === "rescan" ? onDisk / counts.small : 1,
        load,
      ),
    ),
  ];
}

/** The first rescan after the start is not what is asked for here, nor may it delay the start of another host. */
async function settledDaemon(data: string): Promise<Daemon> {
  const daemon = await startDaemon(data);
  await daemon.ask("rescan", {});
  return daemon;
}

/**
 * A rescan is compared file by file. All else is judged by what the host takes of a core for it, which a busy machine
 * does not change; an answer in pieces by one piece.
 */
function rowOf(what: string, one: Asked, timesTheWork: number, load: number): Row {
  const { small, large, ofACore, longest, note } = one;
  const isRescan = timesTheWork !== 1;
  const inPieces = longest.length > 0;
  const cpuMs = median(ofACore);
  const pieces = inPieces ? ` a piece, longest piece ${median(longest).toFixed(0)}${note}` : "";
  const toSmall = median(large) / median(small) / timesTheWork;
  return {
    id: "L1",
    what,
    figures: `ms: small ledger ${median(small).toFixed(1)}, large ${median(large).toFixed(1)}; of a core ${cpuMs.toFixed(0)}${pieces}`,
    ratio: isRescan ? toSmall : cpuMs / mostMs,
    target: isRescan
      ? `a file ≤ ${mostRescan} × the small one's`
      : `≤ 1 (${mostMs} ms of a core${inPieces ? " a piece" : ""})`,
    holds: isRescan ? toSmall <= mostRescan : cpuMs <= mostMs,
    raw: { ...one, load },
  };
}

/** A station whose ledger holds `count` delivered versions, the newest `onDisk` of which still lie there. */
async function station(root: string, count: number, onDisk: number): Promise<string> {
  const data = join(root, "station");
  const each = onDisk / instruments.length;
  const gone = (count - onDisk) / instruments.length;
  const all = instruments.map((name, n) => ({
    name,
    folder: join(root, `files-${n}`),
    pattern: spreadPattern,
  }));
  const histories = all.map(({ name, folder }) => ({
    instrument: name,
    rows: [...deliveredRows(gone), ...writeSpread(folder, each, Math.max(1, Math.round(each / 1000)))],
  }));
  await fillHistory(data, histories, everyMs);
  writeStationSettings(data, { url: "http://127.0.0.1:9" }, all);
  return data;
}
