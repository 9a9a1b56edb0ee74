import { notifications } from "@mantine/notifications";
import { useRef, useState } from "react";
import { todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { saveFile } from "#renderer/components/save-file.ts";
import { askHost, useTransport } from "#renderer/store/host.tsx";
import { journalText } from "#renderer/text/journal.tsx";
import type { JournalFields } from "./journal-filter.ts";

interface JournalExport {
  /** Lines collected so far; null while none are being collected. */
  readonly collected: number | null;
  readonly begin: (fields: JournalFields) => void;
  readonly stop: () => void;
}

/** Collects the lines of a search as CSV, piece by piece, and hands them over as a file. */
export function useJournalExport(): JournalExport {
  const transport = useTransport();
  const [collected, setCollected] = useState<number | null>(null);
  const turn = useRef(0);

  const collect = async (fields: JournalFields, mine: number) => {
    const pieces: string[] = [];
    let lines = -1; // the header row
    let beforeSeq: number | null = null;
    do {
      const { csv, nextBeforeSeq }: { csv: string; nextBeforeSeq: number | null } = await askHost(
        transport,
        "journal.export",
        { beforeSeq, ...fields },
      );
      if (turn.current !== mine) return;
      pieces.push(csv);
      lines += csv.split("\r\n").length - 1;
      setCollected(Math.max(0, lines));
      beforeSeq = nextBeforeSeq;
    } while (beforeSeq !== null);
    const name = `skyferry-journal-${todayUtc(Date.now())}.csv`;
    saveFile(name, pieces.join(""), "text/csv;charset=utf-8");
    notifications.show({
      message: say("{lines, plural, one {# line} other {# lines}} saved as {name}.", { lines, name }),
    });
  };
  return {
    collected,
    begin: (fields) => {
      turn.current += 1;
      const mine = turn.current;
      setCollected(0);
      void collect(fields, mine)
        .catch((error: Error) => notifications.show({ message: journalText.journalNotSaved(error.message) }))
        .finally(() => turn.current === mine && setCollected(null));
    },
    stop: () => {
      turn.current += 1;
      setCollected(null);
    },
  };
}
