import type { Output } from "#contract/methods.ts";

/** Files that are asked for at once. */
export const pageRows = 100;

/** Rows of one part of the list; `page` null: its number of files alone. */
export interface Loaded {
  readonly partId: string;
  readonly page: number | null;
  /** The newest journal line that it knows of. */
  readonly seq: number;
  readonly window: Output<"queue.windows">["windows"][number];
}

/** The loaded pages of one part in their order, each with the place of its first file. */
export interface PlacedPages {
  /** Files of the part. */
  readonly total: number;
  readonly pages: readonly { readonly page: number; readonly first: number; readonly loaded: Loaded }[];
}

/**
 * Puts the loaded pages of one part one after the other. A page that is shorter than others, because files of it stand
 * elsewhere or have left since, takes no more places than it has files: no place stays empty.
 */
export function placedPages(own: readonly Loaded[], total: number): PlacedPages {
  let missing = 0;
  const pages = own
    .flatMap((loaded) => (loaded.page === null ? [] : [{ page: loaded.page, loaded }]))
    .toSorted((one, other) => one.page - other.page)
    .map(({ page, loaded }) => {
      const first = page * pageRows - missing;
      missing += pageRows - loaded.window.uploads.length;
      return { page, first, loaded };
    });
  const last = pages.at(-1);
  if (last === undefined) return { total, pages };
  return { total: endOf(last) + Math.max(0, total - (last.page + 1) * pageRows), pages };
}

/** The number of the page, loaded or not, in which a place is. */
export function pageAt({ pages }: PlacedPages, place: number): number {
  const before = pages.findLast(({ first }) => first <= place);
  if (before === undefined) return Math.floor(place / pageRows);
  const end = endOf(before);
  return place < end ? before.page : before.page + 1 + Math.floor((place - end) / pageRows);
}

/** The place behind its last file. */
function endOf({ first, loaded }: PlacedPages["pages"][number]): number {
  return first + loaded.window.uploads.length;
}
