/** More than this many ways to write one pattern is a mistake, not a pattern. */
const mostAlternatives = 256;

/** A pattern written out, or why it cannot be. */
export type Expansion =
  | { readonly kind: "expanded"; readonly texts: readonly string[] }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Writes out `{a,b}`: every combination, in order, each once. Braces may nest, alternatives may be empty and may
 * hold `/`. Outside braces a comma is a comma. At most 256 combinations.
 */
export function expandBraces(text: string): Expansion {
  const scan = { text, at: 0 };
  const read = readSequence(scan, 0);
  if (typeof read === "string") return { kind: "refused", reason: read };
  return { kind: "expanded", texts: [...new Set(read)] };
}

interface Scan {
  readonly text: string;
  at: number;
}

/** Reads up to the end, or inside braces up to `,` or `}`; a string is the reason of a refusal. */
function readSequence(scan: Scan, depth: number): string[] | string {
  let texts = [""];
  while (scan.at < scan.text.length) {
    const char = scan.text.charAt(scan.at);
    if (depth > 0 && (char === "," || char === "}")) return texts;
    if (char === "}") return 'a "}" has no "{" before it: add the "{" or remove the "}"';
    scan.at += 1;
    if (char === "{") {
      const alternatives = readAlternatives(scan, depth + 1);
      if (typeof alternatives === "string") return alternatives;
      if (texts.length * alternatives.length > mostAlternatives) return tooMany;
      texts = texts.flatMap((head) => alternatives.map((tail) => head + tail));
    } else {
      texts = texts.map((head) => head + char);
    }
  }
  return texts;
}

function readAlternatives(scan: Scan, depth: number): string[] | string {
  if (depth > 8) return "braces are nested more than 8 deep: write the alternatives out";
  const all: string[] = [];
  for (;;) {
    const texts = readSequence(scan, depth);
    if (typeof texts === "string") return texts;
    all.push(...texts);
    if (all.length > mostAlternatives) return tooMany;
    const end = scan.text.charAt(scan.at);
    if (end === "") return 'a "{" has no "}": close it';
    scan.at += 1;
    if (end === "}") return all;
  }
}

const tooMany = `the braces give more than ${mostAlternatives} combinations: use "*" or several instruments`;
