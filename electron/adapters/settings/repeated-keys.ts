interface Place {
  readonly path: string;
  /** Keys so far; null in a list. */
  readonly keys: Set<string> | null;
  /** The key or the number of what comes next. */
  at: string | number;
}

interface KeyFound {
  readonly path: string;
  /** Place in the text of what follows it. */
  readonly index: number;
  /** Its object has it already. */
  readonly isAgain: boolean;
}

/** The keys of a JSON text, and the objects of its lists, as paths: `instruments`, `portal.url`, `instruments[1]`. The text must be valid JSON. */
function* keysOf(text: string): Generator<KeyFound> {
  const open: Place[] = [];
  let lastText = "";
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    const here = open.at(-1);
    if (token.startsWith('"')) lastText = token;
    else if (token === "{") {
      if (here?.keys === null) yield { path: pathOf(here), index, isAgain: false };
      open.push({ path: pathOf(here), keys: new Set(), at: "" });
    } else if (token === "[") open.push({ path: pathOf(here), keys: null, at: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":" && here?.keys) {
      here.at = String(JSON.parse(lastText));
      yield { path: pathOf(here), index, isAgain: here.keys.has(here.at) };
      here.keys.add(here.at);
    } else if (typeof here?.at === "number") here.at += 1;
  }
}

/** Keys that a JSON text has twice in one object, as paths. JSON itself keeps the last of them without a word. */
export function repeatedKeys(text: string): readonly string[] {
  return [...new Set([...keysOf(text)].flatMap(({ path, isAgain }) => (isAgain ? [path] : [])))];
}

/** Line of a key in a JSON text, or of the nearest key above it that the text has; the first line is 1. */
export function lineOfKey(text: string, key: string): number {
  let [length, index] = [0, 0];
  for (const { path, index: found } of keysOf(text)) {
    const isThere = key === path || key.startsWith(`${path}.`) || key.startsWith(`${path}[`);
    if (isThere && path.length >= length) [length, index] = [path.length, found];
  }
  return text.slice(0, index).split("\n").length;
}

function pathOf(place: Place | undefined): string {
  if (place === undefined) return "";
  const { path, at } = place;
  if (typeof at === "number") return `${path}[${at}]`;
  return path === "" ? at : `${path}.${at}`;
}
