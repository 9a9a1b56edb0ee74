/** Ends a sentence about an unknown word with the known one that was likely meant; null where none is near. */
export function didYouMean(word: string, known: readonly string[]): string | null {
  const far = Math.max(1, Math.floor(word.replace(/^--/, "").length / 3));
  const near = known
    .map((one) => ({ one, steps: stepsBetween(word, one) }))
    .filter(({ one, steps }) => steps <= far || (word.length > 2 && /\w/.test(word) && one.startsWith(word)))
    .toSorted((a, b) => a.steps - b.steps)[0];
  return near === undefined ? null : `; did you mean ${near.one}?`;
}

/** How many letters are to be put in, left out, changed or swapped with the next one. */
function stepsBetween(a: string, b: string): number {
  const rows = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, left: number) => rows[i - up]?.[j - left] ?? Number.POSITIVE_INFINITY;
      const steps = [at(1, 0) + 1, (row[j - 1] ?? 0) + 1, at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(at(2, 2) + 1);
      row.push(Math.min(...steps));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? Number.POSITIVE_INFINITY;
}
