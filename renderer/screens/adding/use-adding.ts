import { notifications } from "@mantine/notifications";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { OfferedEntry } from "#renderer/store/adding.ts";
import { askHost, useTransport } from "#renderer/store/host.tsx";
import { addingText } from "#renderer/text/adding.tsx";
import { type AddingRow, type StagedRow, staged } from "./adding-rows.ts";
import { emptySheet, sheetAfter } from "./sheet-after.ts";
import { useChecking, useCopying, useJudging, useReading } from "./use-adding-steps.ts";

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
  const [sheet, change] = useState(emptySheet);
  const { rows, remarks, reading, isSending } = sheet;
  const sending = useRef<ReadonlySet<string>>(new Set());
  const isOver = useRef(false);
  const latest = useRef(rows);
  latest.current = rows;
  useReading(offered, change);
  useJudging(rows, change);
  const stopCopying = useCopying(rows, isOver, change);
  useChecking(rows, change);

  const giveUp = useCallback(
    (some: readonly AddingRow[]) => {
      for (const { key } of some) stopCopying(key);
      // A file that is on its way into the queue goes there, also when the sheet is closed meanwhile.
      const ids = some.flatMap(({ copy }) =>
        copy.kind === "here" && !sending.current.has(copy.id) ? [copy.id] : [],
      );
      if (ids.length > 0) void transport.call("added.discard", { ids });
    },
    [transport, stopCopying],
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
      choose: (key, choice) => change((now) => sheetAfter.chosen(now, key, choice)),
      remove(key) {
        giveUp(latest.current.filter((row) => row.key === key));
        change((now) => sheetAfter.removed(now, key));
      },
      tryAgain: (key) => change((now) => sheetAfter.triedAgain(now, key)),
    }),
    [giveUp],
  );

  return {
    rows: staged(rows),
    remarks,
    isReading: reading > 0,
    isSending,
    calls,
    chooseForAll: (choice) => change((now) => sheetAfter.chosenForAll(now, choice)),
    async send() {
      change(sheetAfter.sending);
      const files = staged(rows).flatMap(({ stage, name, instrument, date, copy, file }) =>
        stage === "ready" && copy.kind === "here"
          ? [{ id: copy.id, name, instrument, date, modifiedAtMs: file.lastModified }]
          : [],
      );
      sending.current = new Set(files.map(({ id }) => id));
      try {
        const { files: ends } = await askHost(transport, "added.send", { files });
        const failed = ends.filter(({ message }) => message !== null);
        change((now) => sheetAfter.sent(now, ends));
        if (isOver.current && failed.length > 0) {
          void transport.call("added.discard", { ids: failed.map(({ id }) => id) });
          tellNotSent(failed.length, failed[0]?.message ?? "");
        }
        return { count: ends.length - failed.length, isOver: isOver.current };
      } catch (error) {
        const message = error instanceof Error ? error.message : "";
        change((now) => sheetAfter.notSent(now, message));
        if (isOver.current) tellNotSent(files.length, message);
        return { count: 0, isOver: isOver.current };
      } finally {
        sending.current = new Set();
      }
    },
  };
}

/** Tells of files that were not sent, where nobody sees the rows any more. */
function tellNotSent(count: number, message: string) {
  notifications.show({ autoClose: false, message: addingText.notSent(count, message) });
}
