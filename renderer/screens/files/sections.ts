import { say } from "#base/say.ts";
import type { Input } from "#contract/methods.ts";
import { type Cause, causeWords } from "#domain/cause.ts";
import type { UploadState } from "#domain/upload.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { filesText } from "#renderer/text/files.ts";
import { asUploadFilter, type FilesCounts, type FilesFilter } from "#renderer/uploads/files-filter.ts";
import type { FilesSorting } from "./use-files-place.ts";

/** Files that one person looks for at one time: what needs them first, what is over last. */
export interface Section {
  readonly id: string;
  readonly label: string;
  readonly states: readonly UploadState[];
  readonly shape: Shape;
  /** The only cause whose files it has. */
  readonly cause?: Cause;
}

export const sections: readonly Section[] = [
  { id: "needs-you", label: filesText.sections.needsYou, states: ["blocked"], shape: "problem" },
  {
    id: "now",
    label: filesText.sections.now,
    states: ["sending", "announcing", "hashing"],
    shape: "busy",
  },
  { id: "next", label: filesText.sections.next, states: ["queued"], shape: "idle" },
  { id: "waiting", label: filesText.sections.waiting, states: ["waiting"], shape: "retry" },
  { id: "delivered", label: filesText.sections.delivered, states: ["delivered"], shape: "done" },
  { id: "over", label: filesText.sections.over, states: ["superseded", "cancelled"], shape: "over" },
];

/** Most causes that sections are divided by: each is asked for by itself. */
const mostCauses = 15;
/** Files of a cause that are one row until it is opened. */
export const alike = 4;

type CauseCounts = FilesCounts["causes"];

/** Sections of files that wait, one for each cause where many files have the same: `Needs you: Refused by the portal`. */
function dividedByCause(section: Section, causes: CauseCounts): readonly Section[] {
  const isOfCauses = section.id === "needs-you" || section.id === "waiting";
  if (!isOfCauses || causes.length > mostCauses || !causes.some(({ count }) => count >= alike))
    return [section];
  return causes.map(({ cause }) => ({
    ...section,
    id: `${section.id} ${cause}`,
    label: `${section.label}: ${say(causeWords(cause).title)}`,
    cause,
  }));
}

/** Sections of one cause that are folded at first: their files are alike. */
export function alikeAtFirst(causes: CauseCounts): readonly string[] {
  return causes
    .filter(({ count }) => count >= alike)
    .flatMap(({ cause }) => [`needs-you ${cause}`, `waiting ${cause}`]);
}

/** True where the section with this id has the files of this state, all or those of one cause. */
export function isSectionOf(id: string, state: UploadState): boolean {
  return id.split(" ")[0] === sectionOf(state);
}

/** The section in which a file of this state is. */
export function sectionOf(state: UploadState): string {
  return sections.find(({ states }) => states.includes(state))?.id ?? "";
}

/** A part of the list that is asked for by itself: a section, or all that a filter shows. */
export interface ListPart {
  readonly id: string;
  /** Null: its rows come without a header. */
  readonly section: Section | null;
  /** Its rows are not shown. */
  readonly isFolded: boolean;
  readonly ask: Pick<Input<"queue">, "filter" | "order" | "descending">;
}

/** True where the list is divided: a filter by state, cause or text shows what it finds in one list. */
function isDivided({ states, cause, text }: FilesFilter): boolean {
  return states.length === 0 && cause === null && text.trim() === "";
}

/** Gives the parts to fold: `over`, unless there is nothing else, and `delivered`, as long as something needs a person or waits. */
export function foldedAtFirst(counts: Readonly<Record<UploadState, number>>): readonly string[] {
  const filled = sections.filter(({ states }) => states.some((state) => counts[state] > 0));
  const isQuiet = counts.blocked + counts.waiting === 0;
  return ["delivered", "over"].filter((id) => filled[0]?.id !== id && !(id === "delivered" && isQuiet));
}

/** The parts of the list that shows `filter` in this order. */
export function listPartsOf(
  filter: FilesFilter,
  sorting: FilesSorting | null,
  folded: readonly string[],
  causes: CauseCounts = [],
): readonly ListPart[] {
  const asked = asUploadFilter(filter);
  const order = sorting === null ? {} : { order: sorting.column, descending: sorting.isDescending };
  if (!isDivided(filter))
    return [
      { id: "all", section: null, isFolded: false, ask: { filter: asked, order: "needs-you", ...order } },
    ];
  return sections
    .flatMap((section) => dividedByCause(section, causes))
    .map((section) => ({
      id: section.id,
      section,
      isFolded: folded.includes(section.id),
      ask: {
        filter: {
          ...asked,
          states: section.states,
          ...(section.cause === undefined ? {} : { cause: section.cause }),
        },
        order: "found",
        ...order,
      },
    }));
}

/** Place of a row of the list: its part, and the place in it; null for the part's header. */
export interface RowPlace {
  readonly part: ListPart;
  readonly place: number | null;
}

export interface Layout {
  /** Headers and files. */
  readonly rowCount: number;
  readonly placeOf: (row: number) => RowPlace | null;
  /** The row of a file; null where it is folded away. */
  readonly rowAt: (partId: string, place: number) => number | null;
}

/** The rows of the list: each part that holds files, after its header. */
export function layoutOf(parts: readonly ListPart[], totals: ReadonlyMap<string, number>): Layout {
  let rowCount = 0;
  const blocks = parts.flatMap((part) => {
    const total = totals.get(part.id) ?? 0;
    if (total === 0) return [];
    const first = rowCount;
    const headers = part.section === null ? 0 : 1;
    const shown = part.isFolded ? 0 : total;
    rowCount += headers + shown;
    return [{ part, first, headers, end: rowCount }];
  });
  return {
    rowCount,
    placeOf(row) {
      const block = blocks.find(({ first, end }) => row >= first && row < end);
      if (block === undefined) return null;
      const place = row - block.first - block.headers;
      return { part: block.part, place: place < 0 ? null : place };
    },
    rowAt(partId, place) {
      const block = blocks.find(({ part }) => part.id === partId);
      const row = block === undefined ? -1 : block.first + block.headers + place;
      return block !== undefined && row < block.end ? row : null;
    },
  };
}
