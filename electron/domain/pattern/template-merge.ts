const mostAlternatives = 8;

/**
 * One pattern for several that have the same folders and date tokens: where the names differ it has `{a,b}`, or `*`
 * when there are many. They are compared in pieces that end at `.`, `_`, `-`, `/` or a token.
 */
export function mergeTemplates(templates: readonly string[]): string {
  const [first, ...others] = templates.map(piecesOf);
  if (first === undefined || others.length === 0) return templates[0] ?? "";
  const shortest = Math.min(first.length, ...others.map((pieces) => pieces.length));
  let head = 0;
  while (head < shortest && others.every((pieces) => pieces[head] === first[head])) head += 1;
  let tail = 0;
  while (tail < shortest - head && others.every((pieces) => pieces.at(-1 - tail) === first.at(-1 - tail)))
    tail += 1;
  const middles = [first, ...others].map((pieces) => pieces.slice(head, pieces.length - tail).join(""));
  const start = first.slice(0, head).join("");
  const end = tail === 0 ? "" : first.slice(-tail).join("");
  return `${start}${alternativesOf(middles)}${end}`.replaceAll(/\*+/g, "*");
}

function alternativesOf(middles: readonly string[]): string {
  const distinct = [...new Set(middles)].sort();
  const isPlain = distinct.every((middle) => middle !== "" && !/[%*?{},]/.test(middle));
  if (isPlain && distinct.length <= mostAlternatives) return `{${distinct.join(",")}}`;
  // A token may not be lost to a star: the longest of them keeps the date.
  const dated = distinct.find((middle) => /%[Yymd]/.test(middle));
  return dated === undefined ? "*" : `*${(dated.match(/%[YymdHMS]/g) ?? []).join("")}*`;
}

function piecesOf(template: string): string[] {
  return template.match(/%[%YymdHMS]|[./_\-*?]|[^./_\-*?%]+/g) ?? [];
}
