import type { Output } from "#contract/methods.ts";
import type { HostError } from "#renderer/store/host.tsx";
import { addingText } from "#renderer/text/adding.tsx";
import {
  type AddingRow,
  type Checked,
  type Copy,
  type JudgedOffer,
  stageOf,
  withChoice,
  withFiles,
  withJudged,
} from "./adding-rows.ts";
import type { DropRead } from "./read-entries.ts";

/** Files on one sheet, and of one call. */
export const mostFiles = 500;

export interface SheetState {
  readonly rows: readonly AddingRow[];
  /** Remarks on what was dropped, one sentence each. */
  readonly remarks: readonly string[];
  /** Drops that are being read. */
  readonly reading: number;
  readonly isSending: boolean;
  /** Key of the next row: none is used twice. */
  readonly nextKey: number;
}

export const emptySheet: SheetState = { rows: [], remarks: [], reading: 0, isSending: false, nextKey: 1 };

type Choice = Pick<AddingRow, "instrument" | "date">;

/** The sheet after an event: pure, and a row that an event is not about stays the same object. */
export const sheetAfter = {
  dropped: (sheet: SheetState): SheetState => ({ ...sheet, reading: sheet.reading + 1 }),

  read(sheet: SheetState, { files, isCut, unreadable, isEmpty }: DropRead): SheetState {
    const rows = withFiles(sheet.rows, files, sheet.nextKey);
    const tooMany = addingText.tooMany(mostFiles);
    const remarks = [
      ...sheet.remarks.filter((remark) => remark !== tooMany),
      ...(isCut || rows.length > mostFiles ? [tooMany] : []),
      ...unreadable.map(addingText.folderUnreadable),
      ...(isEmpty ? [addingText.emptyFolder] : []),
    ];
    return {
      ...sheet,
      rows: rows.slice(0, mostFiles),
      remarks,
      reading: sheet.reading - 1,
      nextKey: sheet.nextKey + files.length,
    };
  },

  judged: (sheet: SheetState, answers: ReadonlyMap<number, JudgedOffer | undefined>) =>
    changed(sheet, (row) => {
      const judged = answers.get(row.key);
      return judged === undefined || row.judged !== null ? row : withJudged(row, judged);
    }),

  notJudged: (sheet: SheetState, keys: readonly number[], refusal: string) =>
    changed(sheet, (row) => (keys.includes(row.key) ? { ...row, refusal } : row)),

  copied: (sheet: SheetState, key: number, copy: Copy) =>
    ofKey(sheet, key, (row) => ({ ...row, copy, checked: null })),

  /** `asked`: the row as it was; an answer to another choice than that of now is none. */
  checked: (sheet: SheetState, asked: AddingRow, checked: Checked) =>
    ofKey(sheet, asked.key, (row) => (isAsked(row, asked) ? { ...row, checked } : row)),

  notChecked: (sheet: SheetState, asked: AddingRow, error: HostError) =>
    ofKey(sheet, asked.key, (row) => (isAsked(row, asked) ? asRefused(row, error) : row)),

  chosen: (sheet: SheetState, key: number, choice: Partial<Choice>) =>
    ofKey(sheet, key, (row) => withChoice(row, choice)),

  /** Fills what is missing of every row that needs a choice. */
  chosenForAll: (sheet: SheetState, { instrument, date }: Choice) =>
    changed(sheet, (row) =>
      stageOf(row) === "choice"
        ? withChoice(row, {
            instrument: row.instrument || instrument,
            ...(row.date === "" && date !== "" ? { date } : {}),
          })
        : row,
    ),

  removed: (sheet: SheetState, key: number): SheetState => ({
    ...sheet,
    rows: sheet.rows.filter((row) => row.key !== key),
  }),

  triedAgain: (sheet: SheetState, key: number) =>
    ofKey(sheet, key, (row) => ({ ...row, copy: { kind: "none" }, refusal: null })),

  sending: (sheet: SheetState): SheetState => ({ ...sheet, isSending: true }),

  /** Rows that were put into the queue leave the sheet. */
  sent(sheet: SheetState, ends: Output<"added.send">["files"]): SheetState {
    const messages = new Map(ends.map(({ id, message }) => [id, message]));
    const rows = sheet.rows.flatMap((row): readonly AddingRow[] => {
      const message = row.copy.kind === "here" ? messages.get(row.copy.id) : undefined;
      if (message === undefined) return [row];
      return message === null ? [] : [{ ...row, copy: { kind: "failed", message } }];
    });
    return { ...sheet, rows, isSending: false };
  },

  notSent: (sheet: SheetState, message: string): SheetState => ({
    ...sheet,
    remarks: [message],
    isSending: false,
  }),
};

function changed(sheet: SheetState, to: (row: AddingRow) => AddingRow): SheetState {
  return { ...sheet, rows: sheet.rows.map(to) };
}

function ofKey(sheet: SheetState, key: number, to: (row: AddingRow) => AddingRow): SheetState {
  return changed(sheet, (row) => (row.key === key ? to(row) : row));
}

function isAsked(row: AddingRow, asked: AddingRow): boolean {
  return row.instrument === asked.instrument && row.date === asked.date;
}

/** Gives the row after a refusal; a file that the host forgot is copied once more when a person says so. */
function asRefused(row: AddingRow, { code, message }: HostError): AddingRow {
  return code === "bad-input" ? { ...row, refusal: message } : { ...row, copy: { kind: "failed", message } };
}
