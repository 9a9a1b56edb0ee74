import { fail, ok } from "#api/reply.ts";
import { isoTime } from "#base/text.ts";
import type { downloadMethods } from "#contract/downloads.ts";
import type { CheckedInput, Handlers, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { DownloadItem, DownloadJob } from "#domain/download.ts";
import type { Downloads } from "#station/portal-files/create-downloads.ts";

type ShownJob = Output<"downloads.list">["jobs"][number];

/** Answers for the downloads; null where this host offers none. */
export function downloadHandlers(downloads: Downloads | null): Pick<Handlers, keyof typeof downloadMethods> {
  if (downloads === null) return noDownloads;
  return {
    async "downloads.start"({ items, folder }) {
      const started = await downloads.start(items.map(itemOf), folder);
      return "message" in started ? fail("bad-input", started.message) : ok(started);
    },
    "downloads.list": async () => ok({ jobs: downloads.list().map(present) }),
    async "downloads.files"({ id, states }) {
      const found = downloads.files(id);
      if (found === null) return unknownJob();
      const files = found.files.filter(({ state }) => states?.includes(state) ?? true);
      return ok({ job: present(found.job), files });
    },
    "downloads.cancel": async ({ id }) => (downloads.cancel(id) ? ok({}) : unknownJob()),
    async "downloads.retry"({ id }) {
      const retried = await downloads.retry(id);
      if (typeof retried !== "boolean") return fail("bad-input", retried.message);
      return retried ? ok({}) : unknownJob();
    },
    "downloads.clear": async ({ id }) => (downloads.clear(id) ? ok({}) : unknownJob()),
  };
}

const notOffered = async (): Promise<Reply<never>> =>
  fail("not-offered", "Skyferry is not running, so nothing can be downloaded. Start it, then try again.");

const noDownloads: Pick<Handlers, keyof typeof downloadMethods> = {
  "downloads.start": notOffered,
  "downloads.list": notOffered,
  "downloads.files": notOffered,
  "downloads.cancel": notOffered,
  "downloads.retry": notOffered,
  "downloads.clear": notOffered,
};

function itemOf(item: CheckedInput<"downloads.start">["items"][number]): DownloadItem {
  const { kind, uuid } = item;
  return { kind, uuid, facts: "checksum" in item ? item : null };
}

function present({ startedAtMs, endedAtMs, ...job }: DownloadJob): ShownJob {
  return {
    ...job,
    startedAt: isoTime(startedAtMs),
    endedAt: endedAtMs === null ? null : isoTime(endedAtMs),
  };
}

function unknownJob(): Reply<never> {
  return fail(
    "not-found",
    "This download is no longer on the list. The files that it downloaded are in its folder.",
  );
}
