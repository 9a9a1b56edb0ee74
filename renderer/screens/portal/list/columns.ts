import type { Column } from "../../../components/virtual-rows.tsx";
import type { FileListing } from "./use-result-rows.ts";

const check: Column = { id: "check", header: "Chosen", hidesHeader: true, track: "18px" };
const date: Column = { id: "date", header: "Date", track: "78px", canSort: true };
const site: Column = { id: "site", header: "Site", track: "minmax(90px, 1fr)", canSort: true };
const filename: Column = { id: "filename", header: "File", track: "minmax(200px, 2.6fr)", canSort: true };
const size: Column = { id: "size", header: "Size", track: "58px", isNumber: true, canSort: true };
const updated: Column = { id: "updated", header: "Updated (UTC)", track: "110px", canSort: true };

const processed: readonly Column[] = [
  { id: "coverage", header: "Coverage", track: "84px", canSort: true },
  { id: "quality", header: "Quality", track: "72px", canSort: true },
  { id: "marks", header: "Marks", track: "minmax(142px, 0.8fr)" },
  updated,
  { id: "version", header: "Version", track: "74px", canSort: true },
];

const what = (header: string): Column => ({
  id: "what",
  header,
  track: "minmax(110px, 1.3fr)",
  canSort: true,
});

/** The telling ones first: the last may lie behind the edge of a narrow window. */
const columnsOf: Readonly<Record<FileListing, readonly Column[]>> = {
  files: [check, date, site, what("Product"), filename, size, ...processed],
  modelFiles: [check, date, site, what("Model"), filename, size, ...processed],
  rawFiles: [
    check,
    date,
    site,
    what("Instrument"),
    filename,
    size,
    { id: "status", header: "Status", track: "86px", canSort: true },
    { id: "tags", header: "Tags", track: "minmax(50px, 0.6fr)" },
    updated,
  ],
  rawModelFiles: [
    check,
    date,
    site,
    what("Model"),
    filename,
    size,
    { id: "status", header: "Status", track: "86px", canSort: true },
    updated,
  ],
};

/** The columns of a list; that of the site goes where all files are of one. */
export function columnsFor(listing: FileListing, isOneSite: boolean): readonly Column[] {
  return isOneSite ? columnsOf[listing].filter(({ id }) => id !== "site") : columnsOf[listing];
}
