/** A column of a table of any length. */
export interface Column {
  readonly id: string;
  readonly header: string;
  /** A track of a CSS grid: `minmax(160px, 2fr)`, `90px`. */
  readonly track: string;
  readonly isNumber?: boolean;
  /** The header is said to screen readers and not shown. */
  readonly hidesHeader?: boolean;
  readonly canSort?: boolean;
  /** Classes of its cells. */
  readonly looks?: string | undefined;
}

export interface Sorting {
  readonly columnId: string;
  readonly isDescending: boolean;
}
