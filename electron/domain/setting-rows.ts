import type { QuietHours } from "./quiet-hours.ts";

/** Words of a setting, which its field, the search, messages and docs/settings.md share. */
interface Words {
  /** Name in messages and beside its field; left out: it has no field with a name. */
  readonly label?: string;
  /** Name on its page, where it is another. */
  readonly title?: string;
  /** Help below its field. */
  readonly help?: string;
  /** Meaning in docs/settings.md, where it is not label and help. */
  readonly meaning?: string;
  /** Default in docs/settings.md, where it is not `usual`. */
  readonly usually?: string;
}

/**
 * A setting of a kind that needs no code of its own. `usual` holds where the file leaves it out; with null the file may have
 * null, too. Messages end a sentence that begins with the key: `must` is the one for what does not fit.
 */
export type PlainRow = Words &
  (
    | {
        readonly kind: "text";
        readonly must: string;
        readonly usual?: string | null;
        /** Left out: all but the empty text. */
        readonly fits?: (written: string) => boolean;
        /** Tests of a text that fits, in this order, each by the message for what fails it. */
        readonly rules?: Readonly<Record<string, (written: string) => boolean>>;
        /** Kept with the spaces around it; may be empty. */
        readonly isVerbatim?: boolean;
        /** Shown in a fixed-width font. */
        readonly isCode?: true;
        readonly placeholder?: string;
      }
    | {
        readonly kind: "number";
        readonly must: string;
        readonly usual?: number | null;
        readonly isWhole?: true;
        /** Left out: above 0. */
        readonly least?: number;
        readonly most?: number;
        /** As the field shows it behind the number: ` MB`. */
        readonly unit?: string;
        /** Step of a large number, whose digits are shown in groups. */
        readonly step?: number;
      }
    | { readonly kind: "switch"; readonly usual: boolean }
    /** Each value with the words for it. */
    | { readonly kind: "choice"; readonly must: string; readonly usual: string; readonly choices: Choices }
    /** `each` is the message for an element that does not fit. */
    | {
        readonly kind: "texts";
        readonly must: string;
        readonly usual: readonly string[];
        readonly each: string;
      }
    /** A span of the day, in local time. */
    | { readonly kind: "hours"; readonly usual: null }
    /** `YYYY-MM-DD` */
    | { readonly kind: "day"; readonly must: string; readonly usual: null }
  );

type Choices = Readonly<Record<string, string>>;

/** A setting; the schema of kind `own` is in contract/settings-file.ts, and its field is one of its own. */
export type SettingRow = PlainRow | (Words & { readonly kind: "own" });

export type SettingRows = Readonly<Record<string, SettingRow>>;

interface Values {
  readonly text: string;
  readonly number: number;
  readonly switch: boolean;
  readonly texts: readonly string[];
  readonly hours: QuietHours;
  readonly day: string;
}

/** Value of a setting in force. */
export type ValueOf<Row> =
  | (Row extends { readonly kind: keyof Values } ? Values[Row["kind"]] : never)
  | (Row extends { readonly choices: infer Words } ? keyof Words & string : never)
  | (Row extends { readonly usual: null } ? null : never);

/** The settings of some rows without those of kind `own`. */
export type PlainOf<Rows> = Omit<Rows, KeysOf<Rows, { readonly kind: "own" }>>;

type KeysOf<Rows, Row> = { [Key in keyof Rows]: Rows[Key] extends Row ? Key : never }[keyof Rows];

/** Values in force of a section; those of kind `own` are declared beside it. */
export type ValuesOf<Rows> = { readonly [Key in keyof PlainOf<Rows>]: ValueOf<PlainOf<Rows>[Key]> };

/** Values of a section of which the file says nothing; keys without a default are left out. */
export function usualOf<Rows extends SettingRows>(
  rows: Rows,
): Pick<ValuesOf<Rows>, KeysOf<PlainOf<Rows>, { readonly usual: unknown }>> {
  const usual = Object.entries(rows).flatMap(([key, row]) => ("usual" in row ? [[key, row.usual]] : []));
  return Object.fromEntries(usual);
}
