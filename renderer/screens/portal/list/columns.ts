import { say } from "#base/say.ts";
import type { Column } from "#renderer/components/virtual-columns.ts";
import type { FileListing } from "./use-result-rows.ts";

const check: Column = { id: "check", header: say("Selected"), hidesHeader: true, track: "18px" };
const date: Column = { id: "date", header: say("Date"), track: "74px", canSort: true };
const site: Column = { id: "site", header: say("Site"), track: "minmax(90px, 1fr)", canSort: true };
const filename: Column = {
  id: "filename",
  header: say("File"),
  track: "minmax(176px, 2.6fr)",
  canSort: true,
};
const size: Column = { id: "size", header: say("Size"), track: "58px", isNumber: true, canSort: true };
const updated: Column = { id: "updated", header: say("Updated (UTC)"), track: "116px", canSort: true };

const what = (header: string): Column => ({
  id: "what",
  header,
  track: "minmax(116px, 1.2fr)",
  canSort: true,
});

const quality: readonly Column[] = [
  { id: "quality", header: say("Quality"), track: "minmax(130px, 1fr)", canSort: true },
  { id: "coverage", header: say("Coverage"), track: "88px", canSort: true },
];

const processed = (header: string, judged: readonly Column[]): readonly Column[] => [
  check,
  date,
  site,
  { id: "plot", header: say("Plot"), hidesHeader: true, track: "72px" },
  what(header),
  ...judged,
  { id: "marks", header: say("Marks"), track: "minmax(134px, 0.6fr)" },
  size,
  updated,
  { id: "version", header: say("Version"), track: "74px", canSort: true },
];

/** Raw files are known by their names, products by what they show. */
const columnsOf: Readonly<Record<FileListing, readonly Column[]>> = {
  files: processed(say("Product"), quality),
  // The portal judges no model file.
  modelFiles: processed(say("Model"), []),
  rawFiles: [
    check,
    date,
    site,
    what(say("Instrument")),
    filename,
    size,
    { id: "status", header: say("Status"), track: "86px", canSort: true },
    { id: "tags", header: say("Tags"), track: "minmax(68px, 0.6fr)" },
    updated,
  ],
  rawModelFiles: [
    check,
    date,
    site,
    what(say("Model")),
    filename,
    size,
    { id: "status", header: say("Status"), track: "86px", canSort: true },
    updated,
  ],
};

/** Left out one after another where all of them have no room: what the details of a file say as well. */
const lessTelling = ["updated", "marks", "tags", "status", "version", "size", "coverage"];
/** Between two columns, and at both ends together, CSS pixels. */
const [gap, ends] = [16, 24];

interface ShownColumns {
  /** That of the site goes then. */
  readonly isOneSite: boolean;
  /** That of the version is there then. */
  readonly hasVersions: boolean;
  /** Room for them, CSS pixels; 0 where it is not known yet. */
  readonly width: number;
}

/** The columns of a list that find room. */
export function columnsFor(
  listing: FileListing,
  { isOneSite, hasVersions, width }: ShownColumns,
): readonly Column[] {
  let columns = columnsOf[listing].filter(
    ({ id }) => !(id === "site" && isOneSite) && !(id === "version" && !hasVersions),
  );
  for (const less of lessTelling)
    if (width > 0 && leastWidth(columns) > width) columns = columns.filter(({ id }) => id !== less);
  return columns;
}

function leastWidth(columns: readonly Column[]): number {
  const least = columns.map(({ track }) => Number(/\d+/.exec(track)?.[0]));
  return least.reduce((sum, one) => sum + one + gap, ends - gap);
}
