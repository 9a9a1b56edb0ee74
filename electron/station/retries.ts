import { isDispute } from "#domain/cause.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { UploadFilter } from "#domain/queue.ts";
import { canRetry, uploadStates } from "#domain/upload.ts";
import type { AttemptEnd } from "#engine/delivery/attempt-result.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Pipeline } from "#engine/pipeline.ts";

/** Blocked uploads of one instrument that have the same cause. */
type RetriedGroup = Required<Pick<UploadFilter, "cause" | "instrument">>;

/** Puts stopped uploads back into the queue: those that a person retries, and others that may go as well then. */
export function createRetries(
  pipeline: Pick<Pipeline, "holds" | "instruments" | "refusals" | "runSafely" | "scheduler">,
  { clock, ledger }: Pick<EnginePorts, "clock" | "ledger">,
) {
  /** Uploads that a person retried and that have not ended since, by id. */
  const retried = new Map<string, RetriedGroup>();

  const release = async (group: RetriedGroup): Promise<void> => {
    // Files in dispute are sent again file by file, by a person.
    if (isDispute(group.cause)) return;
    const event = { type: "retried" } as const;
    const count = await ledger.applyAll({ states: ["blocked"], ...group }, event, clock.nowMs());
    if (count > 0) pipeline.scheduler.wake();
  };

  return {
    async retry(filter: UploadFilter, { sendAnyway }: { readonly sendAnyway: boolean }): Promise<number> {
      const states = (filter.states ?? uploadStates).filter(canRetry);
      if (states.length === 0) return 0;
      const chosen: UploadFilter = { ...filter, states };
      const blocked = await ledger.list({ ...chosen, states: ["blocked"] }, 100, null);
      for (const { id, failure, instrument } of blocked)
        if (failure !== null) retried.set(id, { cause: failure.cause, instrument });
      pipeline.refusals.forget();
      const event = sendAnyway ? ({ type: "retried", sendAnyway } as const) : ({ type: "retried" } as const);
      const count = await ledger.applyAll(chosen, event, clock.nowMs());
      pipeline.holds.tryNow();
      pipeline.scheduler.wake();
      return count;
    },
    /** Once an upload that a person retried is delivered, the others of the same cause go too. */
    ended({ upload: { id }, result }: AttemptEnd): void {
      const group = retried.get(id);
      retried.delete(id);
      if (result.kind === "delivered" && group !== undefined) void pipeline.runSafely(() => release(group));
    },
    /** Before the settings of now the instruments were these: what the portal refused of those that changed may be right now. */
    async settingsTaken(before: readonly ConfiguredInstrument[]): Promise<void> {
      for (const instrument of announcedOtherwise(before, pipeline.instruments()))
        for (const cause of ["refused", "no-permission"] as const)
          await pipeline.runSafely(() => release({ cause, instrument }));
    },
  };
}

/** Names of the instruments whose files are announced otherwise than before. */
function announcedOtherwise(
  before: readonly ConfiguredInstrument[],
  now: readonly ConfiguredInstrument[],
): readonly string[] {
  const announced = ({ instrument: { site, instrument, pid, tags } }: ConfiguredInstrument) =>
    JSON.stringify([site, instrument, pid, tags]);
  return now.flatMap((one) => {
    const was = before.find(({ instrument }) => instrument.name === one.instrument.name);
    return was !== undefined && announced(was) !== announced(one) ? [one.instrument.name] : [];
  });
}
