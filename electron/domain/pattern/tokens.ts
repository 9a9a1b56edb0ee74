/** Value for one place of a name: a character code (0 and up) or one of these. */
export const place = {
  any: -1,
  year: -2,
  shortYear: -3,
  month: -4,
  monthName: -5,
  day: -6,
  time: -7,
} as const;

/** Characters that a place takes. */
export function widthOf(want: number): number {
  if (want === place.year) return 4;
  if (want === place.monthName) return 3;
  return want < place.any ? 2 : 1;
}

/** Text of fixed length without `*`. */
export interface Chunk {
  /** As the operator wrote it. */
  readonly text: string;
  readonly places: readonly number[];
  /** Characters that it takes. */
  readonly width: number;
  /** Holds a token of the date. */
  readonly isDated: boolean;
  /** Characters before its first date token when those are `?` only, else -1: there it may cut a number in two. */
  readonly openingWidth: number;
}

/** Pattern of a file or folder name: head, then each middle chunk somewhere in this order, then tail at the end. */
export interface NamePart {
  readonly kind: "name";
  readonly text: string;
  readonly head: Chunk;
  readonly middle: readonly Chunk[];
  /** Null when the part holds no `*`: the name is the head and nothing else. */
  readonly tail: Chunk | null;
  readonly minWidth: number;
  /** The operator wrote the leading dot; `*` and `?` take none. */
  readonly hasLeadingDot: boolean;
  /** A name fits in one way only: no date token floats between two `*`. */
  readonly isCertain: boolean;
}

/** A part between two `/`: a name, or `**` for any folders, also none. */
export type PatternPart = NamePart | { readonly kind: "folders" };

/** Reads one part; a string is the reason why it is refused. With `isFolded` its letters are lower case. */
export function readPart(text: string, isFolded: boolean): PatternPart | string {
  if (text === "**") return { kind: "folders" };
  if (text.includes("**")) {
    return `"**" means whole folders and must be alone between two "/", not as in "${text}"; within a name use "*"`;
  }
  const [first = "", ...others] = text.split("*");
  const head = readChunk(first, isFolded);
  if (typeof head === "string") return head;
  const chunks = [head];
  for (const piece of others) {
    const chunk = readChunk(piece, isFolded);
    if (typeof chunk === "string") return chunk;
    chunks.push(chunk);
  }
  const middle = chunks.slice(1, -1);
  return {
    kind: "name",
    text,
    head,
    middle,
    tail: chunks.length > 1 ? (chunks.at(-1) ?? null) : null,
    minWidth: chunks.reduce((sum, chunk) => sum + chunk.width, 0),
    hasLeadingDot: text.startsWith("."),
    isCertain: middle.every((chunk) => !chunk.isDated),
  };
}

const tokens: Readonly<Record<string, number>> = {
  Y: place.year,
  y: place.shortYear,
  m: place.month,
  b: place.monthName,
  d: place.day,
  H: place.time,
  M: place.time,
  S: place.time,
};

function readChunk(text: string, isFolded: boolean): Chunk | string {
  const places: number[] = [];
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "?") {
      places.push(place.any);
      width += 1;
      continue;
    }
    if (char === "%" && text.charAt(at + 1) !== "%") {
      const token = tokens[text.charAt(at + 1)];
      if (token === undefined) {
        return `"${text.slice(at, at + 2)}" is not a token: use %Y %y %m %b %d (date), %H %M %S (time), or %% for a percent sign`;
      }
      places.push(token);
      width += widthOf(token);
      at += 1;
      continue;
    }
    if (char === "%") at += 1;
    for (const unit of (isFolded ? char.toLowerCase() : char).split("")) {
      places.push(unit.charCodeAt(0));
      width += 1;
    }
  }
  const firstToken = places.findIndex((want) => want !== place.any);
  const opensWithDate = isDateToken(places[firstToken] ?? place.any);
  return {
    text,
    places,
    width,
    isDated: places.some(isDateToken),
    openingWidth: opensWithDate ? firstToken : -1,
  };
}

function isDateToken(want: number): boolean {
  return want <= place.year && want >= place.day;
}
