interface Place {
  readonly path: string;
  /** Keys so far; null in a list. */
  readonly keys: Set<string> | null;
  /** The key or the number of what comes next. */
  at: string | number;
}

/**
 * Keys that a JSON text has twice in one object, as paths: `instruments`, `portal.url`, `instruments[1].folder`. JSON itself
 * keeps the last of them without a word. The text must be valid JSON.
 */
export function repeatedKeys(text: string): readonly string[] {
  const repeated = new Set<string>();
  const open: Place[] = [];
  let lastText = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    const here = open.at(-1);
    if (token.startsWith('"')) lastText = token;
    else if (token === "{") open.push({ path: pathOf(here), keys: new Set(), at: "" });
    else if (token === "[") open.push({ path: pathOf(here), keys: null, at: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":" && here?.keys) {
      here.at = String(JSON.parse(lastText));
      if (here.keys.has(here.at)) repeated.add(pathOf(here));
      here.keys.add(here.at);
    } else if (typeof here?.at === "number") here.at += 1;
  }
  return [...repeated];
}

function pathOf(place: Place | undefined): string {
  if (place === undefined) return "";
  const { path, at } = place;
  if (typeof at === "number") return `${path}[${at}]`;
  return path === "" ? at : `${path}.${at}`;
}
