import { counted, countText } from "#base/text.ts";

export const reportText = {
  ofMonth: (month: string) => `Report of ${month}`,
  month: "Month",
  print: "Print",
  save: "Save as a page",
  notShown: "The report cannot be shown",
  site: (sites: readonly string[]) => `Site ${sites.join(", ")}`,
  instrument: "Instrument",
  files: "Files",
  accepted: "Accepted",
  processed: "Processed",
  published: "Published",
  all: "All",
  incomplete: "Days that are not complete",
  outages: "Outages",
  noneIncomplete: "No day that is over is incomplete.",
  noOutage: "Nothing held up the data.",
  receipts: (files: number) => `${counted(files, "file")} with a receipt`,
  moreLines: (lines: number) => `… and ${countText(lines)} more lines, which the page on the screen shows.`,
};
