import { give } from "#api/dispatch.ts";
import { isoTime } from "#base/text.ts";
import type { Handlers } from "#contract/methods.ts";
import type { Notice } from "#contract/notifications.ts";
import type { NoticeRecord } from "#engine/notifications/types.ts";

/** What the operator was told, newest first. */
export type NoticeBook = () => readonly NoticeRecord[];

/** Answers about notices. */
export function noticeHandlers(records: NoticeBook): Pick<Handlers, "notices"> {
  return {
    async notices() {
      return give({ notices: records().map(presentNotice) });
    },
  };
}

function presentNotice(record: NoticeRecord): Notice {
  const { id, kind, cause, title, sentence, count, sinceMs, resolvedAtMs, filter } = record;
  const resolvedAt = resolvedAtMs === null ? null : isoTime(resolvedAtMs);
  return { id, kind, cause, title, sentence, count, since: isoTime(sinceMs), resolvedAt, filter };
}
