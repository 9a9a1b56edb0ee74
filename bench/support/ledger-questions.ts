import type { Daemon } from "./daemons.ts";
import { cpuSecondsOf } from "./process-facts.ts";

const limit = 200;
const dayMs = 86_400_000;

/** Figures of an answer that comes in pieces. */
interface Pieces {
  readonly count: number;
  readonly longestMs: number;
  readonly note: string;
}

/** Asks a host one thing; `count` is how many rows its ledger has. A search is another one each round, as a host keeps the last. */
type Question = (daemon: Daemon, count: number, round: number) => Promise<Pieces> | Promise<void>;

const rareText = (round: number) => `x_${17 + round}_`;
const oneText = "20240301";
const commonText = (round: number) => oneText.slice(0, oneText.length - round);

async function queue(
  daemon: Daemon,
  offset: number,
  order: "found" | "changed",
  filter: { readonly text?: string; readonly instrument?: string } = {},
): Promise<void> {
  const { uploads, total } = await daemon.ask("queue", { filter, order, offset: Math.floor(offset), limit });
  if (uploads.length !== Math.min(limit, Math.max(0, total - Math.floor(offset))))
    throw new Error(`${uploads.length} of ${total} rows at ${offset}`);
}

async function exported(daemon: Daemon, filter: { from?: string; to?: string }): Promise<Pieces> {
  let before: number | null = null;
  let lines = -1;
  let longestMs = 0;
  let count = 0;
  const startedAt = performance.now();
  do {
    const pieceAt = performance.now();
    const piece: { csv: string; nextBeforeSeq: number | null } = await daemon.ask("journal.export", {
      beforeSeq: before,
      ...filter,
    });
    longestMs = Math.max(longestMs, performance.now() - pieceAt);
    for (const character of piece.csv) if (character === "\n") lines += 1;
    before = piece.nextBeforeSeq;
    count += 1;
  } while (before !== null);
  const perSecond = Math.round((lines / (performance.now() - startedAt)) * 1000);
  return { count, longestMs, note: `; ${lines} lines in ${count} pieces, ${perSecond} a second` };
}

/** Twenty-four hours of the journal. */
async function exportedDay(daemon: Daemon, which: "newest" | "middle" | "oldest"): Promise<Pieces> {
  const newest = await daemon.ask("journal.page", { limit: 1 });
  const oldest = await daemon.ask("journal", { sinceSeq: 0, limit: 1 });
  const endMs = Date.parse(newest.entries[0]?.at ?? "");
  const beginMs = Date.parse(oldest.entries[0]?.at ?? "");
  const fromMs = { newest: endMs - dayMs, middle: (beginMs + endMs) / 2, oldest: beginMs }[which];
  const from = new Date(Math.max(beginMs, fromMs));
  const to = new Date(from.getTime() + dayMs);
  return await exported(daemon, { from: from.toISOString(), to: to.toISOString() });
}

/** Questions, by their names in the table. */
const asked = {
  status: async (daemon) => void (await daemon.ask("status", {})),
  rescan: async (daemon) => void (await daemon.ask("rescan", {})),
  "newest queue page": (daemon) => queue(daemon, 0, "found"),
  "deep queue page": (daemon, count) => queue(daemon, count * 0.9, "found"),
  "queue page in the middle, by change": (daemon, count) => queue(daemon, count / 2, "changed"),
  "queue page in the middle, one instrument": (daemon, count) =>
    queue(daemon, count / 10, "found", { instrument: "Bench 2" }),
  "text that few paths have": (daemon, _, round) => queue(daemon, 0, "found", { text: rareText(round) }),
  "text that every path has": (daemon, _, round) => queue(daemon, 0, "found", { text: commonText(round) }),
  "text that every path has, a further page": (daemon, count) =>
    queue(daemon, count / 2, "found", { text: oneText }),
  "counts, text that few paths have": async (daemon, _, round) =>
    void (await daemon.ask("queue.counts", { filter: { text: rareText(round) } })),
  "counts, text that every path has": async (daemon, _, round) =>
    void (await daemon.ask("queue.counts", { filter: { text: commonText(round) } })),
  "newest journal page": async (daemon) => void (await daemon.ask("journal.page", { limit })),
  "journal page in the middle": async (daemon, count) =>
    void (await daemon.ask("journal.page", { limit, beforeSeq: Math.floor(Math.min(count * 5, 1e6) / 2) })),
  "journal search, one page": async (daemon) =>
    void (await daemon.ask("journal.page", { limit, text: "x_17_" })),
  "export of the newest day": (daemon) => exportedDay(daemon, "newest"),
  "export of a day in the middle": (daemon) => exportedDay(daemon, "middle"),
  "export of the oldest day": (daemon) => exportedDay(daemon, "oldest"),
  "export of everything": (daemon) => exported(daemon, {}),
} satisfies Readonly<Record<string, Question>>;

/** Milliseconds of every round by ledger. */
export interface Asked {
  readonly small: readonly number[];
  readonly large: readonly number[];
  /** Time of a core that a piece took in the host with the large ledger; most answers are one piece. */
  readonly ofACore: readonly number[];
  /** The longest piece of each round by the clock, large ledger; empty where the answer is one piece. */
  readonly longest: readonly number[];
  /** Note of the large ledger's last answer. */
  readonly note: string;
}

const longMs = 3_000;

/** Asks both hosts everything, in turn; what takes long is asked twice only. */
export async function askInTurn(
  hosts: { readonly small: Daemon; readonly large: Daemon },
  counts: { readonly small: number; readonly large: number },
  rounds: number,
): Promise<Readonly<Record<string, Asked>>> {
  const all: Record<string, Asked> = {};
  for (const [what, question] of Object.entries<Question>(asked)) {
    const taken: Record<"small" | "large" | "ofACore" | "longest", number[]> = {
      small: [],
      large: [],
      ofACore: [],
      longest: [],
    };
    let note = "";
    for (let round = 0; round < rounds && !(round > 1 && (taken.large[0] ?? 0) > longMs); round++)
      for (const name of ["small", "large"] as const) {
        const cpuBefore = cpuSecondsOf(hosts[name].pid);
        const startedAt = performance.now();
        const pieces = await question(hosts[name], counts[name], round);
        taken[name].push(performance.now() - startedAt);
        if (name === "small") continue;
        const cpuMs = (cpuSecondsOf(hosts[name].pid) - cpuBefore) * 1000;
        taken.ofACore.push(cpuMs / (pieces?.count ?? 1));
        if (pieces === undefined) continue;
        taken.longest.push(pieces.longestMs);
        note = pieces.note;
      }
    all[what] = { ...taken, note };
  }
  return all;
}
