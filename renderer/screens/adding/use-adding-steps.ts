import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { OfferedEntry } from "#renderer/store/adding.ts";
import { giveBytes } from "#renderer/store/give-bytes.ts";
import { askHost, type HostError, useTransport } from "#renderer/store/host.tsx";
import { type AddingRow, type Copy, stageOf } from "./adding-rows.ts";
import { readEntries } from "./read-entries.ts";
import { mostFiles, type SheetState, sheetAfter } from "./sheet-after.ts";

/** Changes the sheet; the same function all the time. */
export type ChangeSheet = (to: (sheet: SheetState) => SheetState) => void;

/** Reads what is dropped, folders too. */
export function useReading(offered: readonly (readonly OfferedEntry[])[], change: ChangeSheet) {
  const taken = useRef(0);
  useEffect(() => {
    const fresh = offered.slice(taken.current);
    taken.current = offered.length;
    for (const entries of fresh) {
      change(sheetAfter.dropped);
      void readEntries(entries, mostFiles).then((read) => change((sheet) => sheetAfter.read(sheet, read)));
    }
  }, [offered, change]);
}

/** Asks the host whose files they are, by their names. */
export function useJudging(rows: readonly AddingRow[], change: ChangeSheet) {
  const transport = useTransport();
  const judging = useRef(new Set<number>());
  useEffect(() => {
    const open = rows.filter((row) => stageOf(row) === "judging" && !judging.current.has(row.key));
    if (open.length === 0) return;
    const keys = open.map(({ key }) => key);
    for (const key of keys) judging.current.add(key);
    const files = open.map(({ path, file }) => ({ path: path.slice(-4_000), size: file.size }));
    askHost(transport, "added.judge", { files })
      .then(
        (answer) => {
          const answers = new Map(keys.map((key, at) => [key, answer.files[at]]));
          change((sheet) => sheetAfter.judged(sheet, answers));
        },
        ({ message }: Error) => change((sheet) => sheetAfter.notJudged(sheet, keys, message)),
      )
      .finally(() => {
        for (const key of keys) judging.current.delete(key);
      });
  }, [rows, transport, change]);
}

/**
 * Copies one file at a time: the disk and the line of the page to the host are the same for all. Gives a function that
 * stops the copy of a row, if it is the one.
 */
export function useCopying(
  rows: readonly AddingRow[],
  isOver: RefObject<boolean>,
  change: ChangeSheet,
): (key: number) => void {
  const transport = useTransport();
  const copying = useRef<{ readonly key: number; readonly stop: AbortController } | null>(null);
  useEffect(() => {
    const next = rows.find((row) => stageOf(row) === "waits");
    if (next === undefined || copying.current !== null || isOver.current) return;
    const stop = new AbortController();
    const { key } = next;
    const copied = (copy: Copy) => change((sheet) => sheetAfter.copied(sheet, key, copy));
    const onReceived = (received: number) => copied({ kind: "copying", received });
    copying.current = { key, stop };
    onReceived(0);
    giveBytes(transport, next, stop.signal, onReceived)
      .then(
        (id): Copy => ({ kind: "here", id }),
        (error: Error): Copy => ({ kind: "failed", message: error.message }),
      )
      .then((copy) => {
        copying.current = null;
        if (isOver.current && copy.kind === "here") void transport.call("added.discard", { ids: [copy.id] });
        copied(copy);
      });
  }, [rows, transport, isOver, change]);
  return useCallback((key) => {
    if (copying.current?.key === key) copying.current.stop.abort();
  }, []);
}

/** Has the host check each copy as it was chosen. */
export function useChecking(rows: readonly AddingRow[], change: ChangeSheet) {
  const transport = useTransport();
  const checking = useRef(new Set<string>());
  useEffect(() => {
    for (const row of rows) {
      const { key, name, instrument, date, copy } = row;
      if (stageOf(row) !== "checking" || copy.kind !== "here") continue;
      const asked = JSON.stringify([key, instrument, date]);
      if (checking.current.has(asked)) continue;
      checking.current.add(asked);
      askHost(transport, "added.check", { id: copy.id, name, instrument, date })
        .then(
          (checked) => change((sheet) => sheetAfter.checked(sheet, row, checked)),
          (error: HostError) => change((sheet) => sheetAfter.notChecked(sheet, row, error)),
        )
        .finally(() => checking.current.delete(asked));
    }
  }, [rows, transport, change]);
}
