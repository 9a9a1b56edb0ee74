/** Tables and forms that are full of words; Today is tried in each of its situations. */
export const wordyAddresses = [
  "/coverage",
  "/report",
  "/instruments?name=Ceilometer",
  "/files",
  "/log",
  "/log?view=files",
  "/data/files",
  "/data/model-files",
  "/data/raw-files",
  "/data/plots",
  "/data/sites",
  "/data/catalogue",
  "/settings/portal",
  "/settings/notifications",
] as const;
