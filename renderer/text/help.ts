import { say } from "#base/say.ts";
/** Words of the help's own page. */
export const helpPageText = {
  help: say("Help"),
  all: say("All help pages"),
  find: say("Search the help"),
  found: (count: number) => (count === 1 ? say("1 section") : say("{count} sections", { count })),
  nothing: (typed: string) => say("No section has all the words “{typed}”", { typed }),
  fewer: say("Try fewer words, or other ones."),
  notThere: say("There is no such help page"),
  seeAll: say("It may have another name now: see all help pages."),
  notShown: say("The help cannot be shown"),
} as const;
