import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { JournalEntry, JournalPage } from "#contract/journal.ts";
import { askHost, type HostError, useTransport } from "#renderer/store/host.tsx";
import { useLiveSlowly } from "#renderer/store/use-live.ts";
import type { JournalFields } from "./journal-filter.ts";
import { type Waiting, withCome } from "./journal-rows.ts";

const pageLines = 200;
/** Between two looks at what has come. */
const restMs = 700;
const mostWaiting = 2_000;
const mostAtOnce = 500;
/** From so many on, the search starts again rather than to hold ever more of what has come. */
const mostShown = 5_000;

export interface JournalLines {
  /** Newest first; null before the first answer. */
  readonly entries: readonly JournalEntry[] | null;
  /** Lines that have come since and wait to be shown; null where there are too many to count. */
  readonly waiting: number | null;
  /** Shows them in front. */
  readonly showWaiting: () => void;
  /** Time of the oldest line that was looked at; null where none was. */
  readonly scannedTo: string | null;
  /** The journal has lines that were not looked at. */
  readonly hasMore: boolean;
  /** The last look found less than it may: the next one waits until somebody asks for it. */
  readonly isThin: boolean;
  readonly more: () => void;
  readonly isLooking: boolean;
  readonly error: HostError | null;
}

/** Lines of the journal, loaded from the newest back; what comes meanwhile waits and moves nothing. */
export function useJournalLines(fields: JournalFields): JournalLines {
  const transport = useTransport();
  const [round, setRound] = useState(0);
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery<JournalPage, HostError>({
    queryKey: ["journal lines", fields, round],
    queryFn: ({ pageParam }) =>
      askHost(transport, "journal.page", {
        beforeSeq: pageParam as number | null,
        limit: pageLines,
        ...fields,
      }),
    initialPageParam: null,
    getNextPageParam: ({ nextBeforeSeq }) => nextBeforeSeq,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const head = data?.pages[0];
  const { come, shown, isCut, take } = useComing(head, fields);
  const entries = useMemo(
    () => (data === undefined ? null : [...shown, ...data.pages.flatMap((page) => page.entries)]),
    [data, shown],
  );
  const last = data?.pages.at(-1);
  const isFull = isCut || shown.length > mostShown;
  const showWaiting = useCallback(() => (isFull ? setRound((before) => before + 1) : take()), [isFull, take]);
  return {
    entries,
    waiting: isCut ? null : come,
    showWaiting,
    scannedTo: last?.scannedTo ?? null,
    hasMore: hasNextPage,
    isThin: last !== undefined && last.entries.length < pageLines,
    more: () => void fetchNextPage(),
    isLooking: isFetching,
    error,
  };
}

interface Coming {
  readonly waiting: Waiting;
  /** Lines that came and were shown, newest first. */
  readonly shown: readonly JournalEntry[];
  /** The page that they cover. */
  readonly head: JournalPage | undefined;
}

/** Gives the lines that came after the newest page was read. */
function useComing(head: JournalPage | undefined, fields: JournalFields) {
  const transport = useTransport();
  const lastSeq = useLiveSlowly((live) => live.lastSeq, restMs);
  const [coming, setComing] = useState<Coming>(() => comingBehind(head));
  if (coming.head !== head) setComing(comingBehind(head));
  const { seq, isCut, entries } = coming.waiting;
  useEffect(() => {
    if (head === undefined || isCut || lastSeq <= seq) return;
    void askHost(transport, "journal", { sinceSeq: seq, limit: mostAtOnce }).then(
      (answer) =>
        setComing((before) =>
          before.head !== head || before.waiting.seq !== seq
            ? before
            : { ...before, waiting: withCome(before.waiting, answer.entries, fields, mostWaiting) },
        ),
      () => undefined,
    );
  }, [head, isCut, lastSeq, seq, transport, fields]);
  const take = useCallback(
    () =>
      setComing((before) => ({
        ...before,
        shown: [...before.waiting.entries, ...before.shown],
        waiting: { ...before.waiting, entries: [] },
      })),
    [],
  );
  return { come: entries.length, shown: coming.shown, isCut, take };
}

function comingBehind(head: JournalPage | undefined): Coming {
  // A line may have come between the count and the reading of the page.
  const seq = Math.max(head?.lastSeq ?? 0, head?.entries[0]?.seq ?? 0);
  return { waiting: { entries: [], seq, isCut: false }, shown: [], head };
}
