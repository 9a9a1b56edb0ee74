/** Words of the help's own page. */
export const helpPageText = {
  help: "Help",
  all: "All help pages",
  find: "Search the help",
  found: (count: number) => (count === 1 ? "1 section" : `${count} sections`),
  nothing: (typed: string) => `No section has all the words “${typed}”`,
  fewer: "Try fewer words, or other ones.",
  notThere: "There is no such help page",
  seeAll: "It may have another name now: see all help pages.",
  notShown: "The help cannot be shown",
} as const;
