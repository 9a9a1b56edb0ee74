import { notifications } from "@mantine/notifications";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { OfferedEntry } from "#renderer/store/adding.ts";
import { askHost, type HostError, useTransport } from "#renderer/store/host.tsx";
import { addingText } from "#renderer/text/adding.tsx";
import {
  type AddingRow,
  type Copy,
  type StagedRow,
  staged,
  stageOf,
  withChoice,
  withFiles,
  withJudged,
} from "./adding-rows.ts";
import { giveBytes } from "./give-bytes.ts";
import { readEntries } from "./read-entries.ts";

/** Files on one sheet, and of one call. */
const mostFiles = 500;

/** Actions on a row; the same object all the time. */
export interface RowCalls {
  choose(key: number, choice: Partial<Pick<AddingRow, "instrument" | "date">>): void;
  remove(key: number): void;
  tryAgain(key: number): void;
}

export interface AddingSheetState {
  readonly rows: readonly StagedRow[];
  /** Remarks on what was dropped, one sentence each. */
  readonly remarks: readonly string[];
  readonly isReading: boolean;
  readonly isSending: boolean;
  readonly calls: RowCalls;
  /** Fills what is missing of every row that needs a choice. */
  chooseForAll(choice: Pick<AddingRow, "instrument" | "date">): void;
  /** Puts what is ready into the queue. Gives how many, and whether the sheet was closed meanwhile. */
  send(): Promise<{ readonly count: number; readonly isOver: boolean }>;
}

/** The files on the sheet: judged by their names, copied one after another, checked, and sent when a person says so. */
export function useAdding(offered: readonly (readonly OfferedEntry[])[]): AddingSheetState {
  const transport = useTransport();
  const [rows, setRows] = useState<readonly AddingRow[]>([]);
  const [remarks, setRemarks] = useState<readonly string[]>([]);
  const [reading, setReading] = useState(0);
  const [isSending, setSending] = useState(false);
  const taken = useRef(0);
  const copying = useRef<{ readonly key: number; readonly stop: AbortController } | null>(null);
  const judging = useRef(new Set<number>());
  const checking = useRef(new Set<string>());
  const sending = useRef<ReadonlySet<string>>(new Set());
  const isOver = useRef(false);
  const latest = useRef(rows);
  latest.current = rows;

  const change = useCallback((key: number, to: (row: AddingRow) => AddingRow) => {
    setRows((before) => before.map((row) => (row.key === key ? to(row) : row)));
  }, []);
  const copied = useCallback(
    (key: number, copy: Copy) => change(key, (row) => ({ ...row, copy, checked: null })),
    [change],
  );

  useEffect(() => {
    const fresh = offered.slice(taken.current);
    taken.current = offered.length;
    for (const entries of fresh) {
      setReading((before) => before + 1);
      void readEntries(entries, mostFiles).then(({ files, isCut, unreadable }) => {
        setReading((before) => before - 1);
        if (isOver.current) return;
        const isFull = isCut || withFiles(latest.current, files).length > mostFiles;
        setRows((before) => withFiles(before, files).slice(0, mostFiles));
        const tooMany = addingText.tooMany(mostFiles);
        setRemarks((before) => [
          ...before.filter((remark) => remark !== tooMany),
          ...(isFull ? [tooMany] : []),
          ...unreadable.map(addingText.folderUnreadable),
          ...(files.length === 0 && entries.length > 0 && unreadable.length === 0
            ? [addingText.emptyFolder]
            : []),
        ]);
      });
    }
  }, [offered]);

  useEffect(() => {
    const open = rows.filter((row) => stageOf(row) === "judging" && !judging.current.has(row.key));
    if (open.length === 0) return;
    for (const { key } of open) judging.current.add(key);
    const files = open.map(({ path, file }) => ({ path: path.slice(-4_000), size: file.size }));
    askHost(transport, "added.judge", { files })
      .then(
        (answer) => {
          const judgedOf = new Map(open.map(({ key }, at) => [key, answer.files[at]]));
          setRows((before) =>
            before.map((row) => {
              const judged = judgedOf.get(row.key);
              return judged === undefined || row.judged !== null ? row : withJudged(row, judged);
            }),
          );
        },
        ({ message: refusal }: Error) => {
          for (const { key } of open) change(key, (row) => ({ ...row, refusal }));
        },
      )
      .finally(() => {
        for (const { key } of open) judging.current.delete(key);
      });
  }, [rows, transport, change]);

  // Copies one file at a time: the disk and the line of the page to the host are the same for all.
  useEffect(() => {
    const next = rows.find((row) => stageOf(row) === "waits");
    if (next === undefined || copying.current !== null || isOver.current) return;
    const stop = new AbortController();
    const { key } = next;
    copying.current = { key, stop };
    copied(key, { kind: "copying", received: 0 });
    const onReceived = (received: number) => copied(key, { kind: "copying", received });
    giveBytes(transport, next, stop.signal, onReceived)
      .then(
        (id): Copy => ({ kind: "here", id }),
        (error: Error): Copy => ({ kind: "failed", message: error.message }),
      )
      .then((copy) => {
        copying.current = null;
        if (isOver.current && copy.kind === "here") void transport.call("added.discard", { ids: [copy.id] });
        copied(key, copy);
      });
  }, [rows, transport, copied]);

  useEffect(() => {
    for (const row of rows) {
      const { key, name, instrument, date, copy } = row;
      if (stageOf(row) !== "checking" || copy.kind !== "here") continue;
      const asked = JSON.stringify([key, instrument, date]);
      if (checking.current.has(asked)) continue;
      checking.current.add(asked);
      const isSame = (one: AddingRow) => one.instrument === instrument && one.date === date;
      askHost(transport, "added.check", { id: copy.id, name, instrument, date })
        .then(
          (checked) => change(key, (one) => (isSame(one) ? { ...one, checked } : one)),
          (error: HostError) => change(key, (one) => (isSame(one) ? asRefused(one, error) : one)),
        )
        .finally(() => checking.current.delete(asked));
    }
  }, [rows, transport, change]);

  const giveUp = useCallback(
    (some: readonly AddingRow[]) => {
      for (const { key } of some) if (copying.current?.key === key) copying.current.stop.abort();
      // A file that is on its way into the queue goes there, also when the sheet is closed meanwhile.
      const ids = some.flatMap(({ copy }) =>
        copy.kind === "here" && !sending.current.has(copy.id) ? [copy.id] : [],
      );
      if (ids.length > 0) void transport.call("added.discard", { ids });
    },
    [transport],
  );

  // Files that are not sent when the sheet closes are given up.
  useEffect(
    () => () => {
      isOver.current = true;
      giveUp(latest.current);
    },
    [giveUp],
  );

  const calls = useMemo(
    (): RowCalls => ({
      choose: (key, choice) => change(key, (row) => withChoice(row, choice)),
      remove(key) {
        giveUp(latest.current.filter((row) => row.key === key));
        setRows((before) => before.filter((row) => row.key !== key));
      },
      tryAgain: (key) => change(key, (row) => ({ ...row, copy: { kind: "none" }, refusal: null })),
    }),
    [change, giveUp],
  );

  return {
    rows: staged(rows),
    remarks,
    isReading: reading > 0,
    isSending,
    calls,
    chooseForAll(choice) {
      setRows((before) =>
        before.map((row) =>
          stageOf(row) === "choice"
            ? withChoice(row, {
                instrument: row.instrument || choice.instrument,
                ...(row.date === "" && choice.date !== "" ? { date: choice.date } : {}),
              })
            : row,
        ),
      );
    },
    async send() {
      setSending(true);
      const ready = staged(rows).filter(({ stage }) => stage === "ready");
      const files = ready.flatMap(({ name, instrument, date, copy, file }) =>
        copy.kind === "here"
          ? [{ id: copy.id, name, instrument, date, modifiedAtMs: file.lastModified }]
          : [],
      );
      sending.current = new Set(files.map(({ id }) => id));
      try {
        const { files: ends } = await askHost(transport, "added.send", { files });
        const failed = new Map(ends.flatMap(({ id, message }) => (message === null ? [] : [[id, message]])));
        setRows((before) =>
          before.flatMap((row) => {
            if (
              row.copy.kind !== "here" ||
              !ends.some(({ id }) => row.copy.kind === "here" && id === row.copy.id)
            )
              return [row];
            const message = failed.get(row.copy.id);
            return message === undefined ? [] : [{ ...row, copy: { kind: "failed" as const, message } }];
          }),
        );
        if (isOver.current && failed.size > 0) {
          void transport.call("added.discard", { ids: [...failed.keys()] });
          tellNotSent(failed.size, [...failed.values()][0] ?? "");
        }
        return { count: ends.length - failed.size, isOver: isOver.current };
      } catch (error) {
        const message = error instanceof Error ? error.message : "";
        setRemarks([message]);
        if (isOver.current) tellNotSent(files.length, message);
        return { count: 0, isOver: isOver.current };
      } finally {
        sending.current = new Set();
        setSending(false);
      }
    },
  };
}

/** Tells of files that were not sent, where nobody sees the rows any more. */
function tellNotSent(count: number, message: string) {
  notifications.show({ autoClose: false, message: addingText.notSent(count, message) });
}

/** Gives the row after a refusal; a file that the host forgot is copied once more when a person says so. */
function asRefused(row: AddingRow, { code, message }: HostError): AddingRow {
  return code === "bad-input" ? { ...row, refusal: message } : { ...row, copy: { kind: "failed", message } };
}
