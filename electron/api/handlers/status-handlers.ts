import { presentExplanation, presentIssue, presentStatus } from "#api/present.ts";
import { fail, ok } from "#api/reply.ts";
import type { Answer, Handlers } from "#contract/methods.ts";
import type { statusMethods } from "#contract/status.ts";
import { headlineOf } from "#station/notifications/tray-view.ts";
import type { Station } from "#station/station-api.ts";
import { issuesOf } from "#station/status/issues.ts";

/** The process that watches and delivers. */
export type HostFacts = Answer<"host">;

/** Answers about the whole and what steers it. `host` is null where nothing runs and the ledger is only read. */
export function statusHandlers(
  station: Station,
  host: HostFacts | null,
): Pick<Handlers, keyof typeof statusMethods> {
  return {
    async status() {
      return ok(await statusSnapshot(station, host !== null));
    },
    async explain({ path }) {
      return ok(await presentExplanation(await station.explain(path), station));
    },
    async host() {
      return host === null ? fail("not-found", "Skyferry is not running.") : ok(host);
    },
    async pause({ until, from }) {
      station.pause(until === null ? null : Date.parse(until), from);
      return ok({});
    },
    async resume() {
      await station.resume();
      return ok({});
    },
    async "backlog.pause"() {
      await station.pauseBacklog(true);
      return ok({});
    },
    async "backlog.resume"() {
      await station.pauseBacklog(false);
      return ok({});
    },
    async snooze({ key, until }) {
      const isSnoozed = await station.snooze(key, until === null ? null : Date.parse(until));
      if (isSnoozed) return ok({});
      return fail("not-found", `Nothing called "${key}" needs you now: there is nothing to snooze.`);
    },
    async "snooze.end"({ key }) {
      await station.endSnooze(key);
      return ok({});
    },
    async tryNow() {
      station.tryNow();
      return ok({});
    },
    async rescan() {
      await station.rescan();
      return ok({});
    },
    async "folder.check"({ instrument }) {
      const answer = await station.checkFolder(instrument);
      return answer === null ? fail("not-found", `No instrument is called "${instrument}".`) : ok(answer);
    },
  };
}

/** The status as of now, with the journal line after which the feed goes on. `isRunning`: a host watches and delivers. */
export async function statusSnapshot(station: Station, isRunning: boolean): Promise<Answer<"status">> {
  const seq = await station.lastSeq();
  const status = await station.status();
  const now = await station.stationNow(status, isRunning);
  const { today, nowMs } = now;
  const { state, ...truth } = headlineOf({ status, nowMs, isRunning, today });
  return {
    ...status,
    ...presentStatus(status, nowMs),
    isRunning,
    seq,
    ...now,
    backlog: {
      files: status.oldFiles ?? 0,
      pausedSinceMs: status.backlogPausedSinceMs ?? null,
      isStopped: status.isBacklogStopped ?? false,
    },
    today: { ...today, duplicates: status.duplicates.today },
    truth,
    tray: state,
    issues: issuesOf(status, nowMs).map((issue) => presentIssue(issue, status)),
    verified: await station.verification.last(),
  };
}
