/** A flag or word as a help lists it. */
export interface ListedOption {
  /** `--from D, --to D`, `PATH`. */
  readonly term: string;
  /** `--from`, `--to`; none for a word. */
  readonly flags: readonly string[];
  /** `DIR`, `FILE`, `demo|empty`; null where it takes no value. */
  readonly value: string | null;
  readonly text: string;
}

/** Help of a command, in its parts. */
export interface HelpParts {
  /** Without the command's name. */
  readonly purpose: string;
  readonly usage: readonly string[];
  /** Words of which one comes first: `install`, `status`, `remove`; none where any may. */
  readonly actions: readonly string[];
  readonly options: readonly ListedOption[];
  /** Paragraphs behind the list, the exit codes last. */
  readonly paragraphs: readonly string[];
}

/** Takes a help apart; throws where it has another form, so that no manual page lacks a part unnoticed. */
export function helpParts(name: string, help: string): HelpParts {
  const [head = "", ...blocks] = help.trimEnd().split(/\n\n+/);
  const start = `skyferry ${name}: `;
  const usage = blocks.find((block) => block.startsWith("Usage: "));
  const list = blocks.find((block) => block.startsWith("  "));
  if (!head.startsWith(start) || usage === undefined || list === undefined)
    throw new Error(`The help of ${name} has no purpose, no usage or no list of flags where they belong.`);
  return {
    purpose: head.slice(start.length).replaceAll("\n", " "),
    usage: usage
      .slice("Usage: ".length)
      .replaceAll(/\n +\[/g, " [")
      .split("\n")
      .map((line) => line.trim()),
    actions:
      new RegExp(`^Usage: skyferry ${name} ([a-z]+(?:\\|[a-z]+)*)(?: |$)`).exec(usage)?.[1]?.split("|") ?? [],
    options: list.split("\n").map(listedOption),
    paragraphs: blocks.filter((block) => block !== usage && block !== list),
  };
}

function listedOption(line: string): ListedOption {
  const [, term = "", text = ""] = /^ {2}(\S+(?: \S+)*) {2,}(\S.*)$/.exec(line) ?? [];
  if (term === "") throw new Error(`A help lists no flag in ${JSON.stringify(line)}.`);
  const flags = [...term.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
  const value = flags.length === 0 ? null : (/^--[a-z-]+ ([^\s,]+)/.exec(term)?.[1] ?? null);
  return { term, flags, value, text };
}
