import { say } from "#base/say.ts";
import { bytesText, countText } from "#base/text.ts";
import type { Input, Output } from "#contract/methods.ts";
import type { ResultRow } from "#renderer/screens/portal/list/rows.ts";
import { portalText } from "#renderer/text/portal.ts";

type Items = Input<"downloads.start">["items"];
export type JobShown = Output<"downloads.list">["jobs"][number];
export type JobFileShown = Output<"downloads.files">["files"][number];

/** The host takes so many files in one job. */
export const mostInJob = 2_000;

/** Gives the items that the host needs to fetch these files, in jobs that it takes. */
export function jobsOf(rows: readonly ResultRow[]): Items[] {
  const jobs: Items[] = [];
  for (let first = 0; first < rows.length; first += mostInJob)
    jobs.push(
      rows.slice(first, first + mostInJob).map(({ kind, record }) => {
        const { uuid, downloadUrl, filename, checksum, size } = record.file;
        return { kind, uuid, downloadUrl, filename, checksum, size };
      }),
    );
  return jobs;
}

/** Files of a job that have come to an end, whichever. */
export function endedOf({ counts }: JobShown): number {
  return counts.verified + counts.wasThere + counts.failed;
}

/** All files of a job. */
export function allOf(job: JobShown): number {
  return endedOf(job) + job.counts.waiting + job.counts.receiving;
}

/** The state of a job, in a sentence. */
export function jobSentence(job: JobShown): string {
  const { counts, state } = job;
  const here = counts.verified + counts.wasThere;
  const all = allOf(job);
  const failed = counts.failed === 0 ? "" : ` ${say("{count} failed.", { count: counts.failed })}`;
  const bytes = say("{done} of {all}", {
    done: bytesText(job.receivedBytes),
    all: bytesText(job.totalBytes),
  });
  if (state === "running")
    return say("Downloading {here} of {all, plural, one {# file} other {# files}}, {bytes}.{failed}", {
      here,
      all,
      bytes,
      failed,
    });
  if (state === "cancelled")
    return portalText.downloadCancelled(
      countText(here),
      say("{all, plural, one {# file} other {# files}}", { all }),
      failed,
    );
  if (state === "stopped")
    return portalText.downloadStopped(
      countText(here),
      say("{all, plural, one {# file} other {# files}}", { all }),
      failed,
    );
  if (here === all)
    return portalText.downloadDone(
      say("{all, plural, one {# file} other {# files}}", { all }),
      bytesText(job.totalBytes),
      counts.wasThere === 0 ? "" : ` ${say("Already there: {wasThere}.", { wasThere: counts.wasThere })}`,
    );
  return portalText.downloadPartlyDone(
    countText(here),
    say("{all, plural, one {# file} other {# files}}", { all }),
    failed,
  );
}

/** The state of one file in words. */
export const fileWords: Readonly<Record<JobFileShown["state"], string>> = {
  waiting: say("Waiting"),
  receiving: say("Receiving"),
  verified: portalText.fileVerified,
  "was-there": portalText.fileWasThere,
  failed: say("Failed"),
};
