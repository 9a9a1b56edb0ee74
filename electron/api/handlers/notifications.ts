import { give, refuse } from "#api/dispatch.ts";
import { isoTime } from "#base/text.ts";
import type { Handlers, Output } from "#contract/methods.ts";
import type { Notice, Notification, noticeMethods } from "#contract/notifications.ts";
import type { NoticeRecord, ShellNews, Notice as Shown } from "#engine/notifications/types.ts";

/** What the operator was told, newest first, and what a shell is to show. */
export interface NoticeBook {
  records(): readonly NoticeRecord[];
  news(): ShellNews;
}

/** Answers about notices. `book` is null where nothing runs. */
export function noticeHandlers(book: NoticeBook | null): Pick<Handlers, keyof typeof noticeMethods> {
  return {
    async notices() {
      return give({ notices: book === null ? [] : book.records().map(presentNotice) });
    },
    async tray() {
      return book === null ? refuse("not-found", "No host runs here.") : give(presentNews(book.news()));
    },
  };
}

function presentNews({ tray, sinceMs, told }: ShellNews): Output<"tray"> {
  const { pause } = tray;
  const until = pause === null || pause.untilMs === null ? null : isoTime(pause.untilMs);
  return {
    tray: { ...tray, pause: pause === null ? null : { until } },
    since: isoTime(sinceMs),
    told: told.map(({ number, id, shown }) => ({
      number,
      id,
      shown: shown === null ? null : presentNotification(shown),
    })),
  };
}

function presentNotification({ sinceMs, ...notice }: Shown): Notification {
  return { ...notice, since: isoTime(sinceMs) };
}

function presentNotice(record: NoticeRecord): Notice {
  const { id, kind, cause, title, sentence, count, sinceMs, resolvedAtMs, filter } = record;
  const resolvedAt = resolvedAtMs === null ? null : isoTime(resolvedAtMs);
  return { id, kind, cause, title, sentence, count, since: isoTime(sinceMs), resolvedAt, filter };
}
