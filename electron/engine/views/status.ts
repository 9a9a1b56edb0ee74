import type { Core, World } from "../core.ts";
import { startOfDayMs, todayUtc } from "../domain/dates.ts";
import { needsYou } from "../domain/failure.ts";
import type { Attention, InstrumentStatus, Status } from "../reports.ts";

/** What is queued, waiting, blocked, delivered, held, and why (product.md, `status`). */
export async function statusOf(core: Core, { clock, ledger }: World): Promise<Status> {
  const dayStartMs = startOfDayMs(todayUtc(clock.nowMs()));
  const [totals, failures, oldestUnsentAtMs, counts] = await Promise.all([
    ledger.totals(),
    ledger.causes(),
    ledger.oldestUnsentAtMs(),
    ledger.instrumentCounts(dayStartMs),
  ]);
  const countOf = new Map(counts.map((count) => [count.instrument, count]));
  const instruments = core
    .instruments()
    .map(({ instrument: { name, site, instrument, folder, expectEveryMinutes } }): InstrumentStatus => {
      const facts = core.facts.of(name);
      const count = countOf.get(name);
      const seen = [facts.lastFileAtMs, count?.lastFileAtMs ?? null].filter((ms) => ms !== null);
      return {
        name,
        site,
        instrument,
        folder,
        lastFileAtMs: seen.length === 0 ? null : Math.max(...seen),
        deliveredToday: count?.deliveredSince ?? 0,
        growing: core.growing.countOf(name),
        expectEveryMinutes,
        folderTrouble: facts.folderTrouble,
        lastSweepAtMs: facts.lastSweepAtMs,
      };
    });
  const holds = core.holds.list();
  const causes: Attention[] = [
    ...failures.map(({ cause, count, samplePath, message }) => ({
      cause,
      count,
      samplePath,
      message,
      sinceMs: null,
    })),
    ...core.instruments().flatMap(({ instrument: { name } }) => attentionOf(core, name)),
  ];
  const hasLooked = instruments.some((one) => one.lastSweepAtMs !== null || one.folderTrouble !== null);
  const problems = core.configuration().problems.filter(({ isOfDisk }) => !(hasLooked && isOfDisk));
  const { kind, message } = ledger.opening;
  return {
    totals,
    holds,
    causes,
    oldestUnsentAtMs,
    instruments,
    settingsProblems: problems,
    ledgerMessage: kind === "rebuilt" ? message : null,
    needsAttention:
      totals.blocked > 0 ||
      problems.length > 0 ||
      causes.some(({ cause }) => needsYou(cause) || cause === "folder-unreachable") ||
      holds.some((hold) => needsYou(hold.cause) || hold.lane === "record"),
  };
}

/** What keeps files of an instrument from the queue and stands in no upload. */
function attentionOf(core: Core, name: string): Attention[] {
  const { folderTrouble, clashes } = core.facts.of(name);
  const clashing = [...clashes].map(([reason, { count, samplePath, sinceMs }]) => ({
    cause: "claimed-twice" as const,
    count,
    samplePath,
    message: `${samplePath}: ${reason}.`,
    sinceMs,
  }));
  if (folderTrouble === null) return clashing;
  const { message, sinceMs } = folderTrouble;
  const trouble = { cause: "folder-unreachable" as const, count: 0, samplePath: "", message, sinceMs };
  return [trouble, ...clashing];
}
