/** Instruments of one station. */
export const mostInstruments = 1_000;

/** Keys of objects and elements of lists, at any depth: twice what so many instruments need. */
const mostEntries = 30_000;

/**
 * Gives a sentence where the settings are larger than any station's, else null. Looked at before anything else: a wrong value
 * costs some sentences, and a document of 1 MB can hold half a million of them.
 */
export function sizeError(document: Readonly<Record<string, unknown>>): string | null {
  for (const key of ["instruments", "models"]) {
    const list = document[key];
    if (Array.isArray(list) && list.length > mostInstruments)
      return `${key} has ${list.length} entries, and at most ${mostInstruments} can be used: remove those that are not needed.`;
  }
  for (const [key, part] of Object.entries(document))
    if (hasMoreEntries(part, mostEntries))
      return `${key} has more than ${mostEntries} entries: remove what is not needed.`;
  return null;
}

/** Stops counting at the limit. */
function hasMoreEntries(part: unknown, limit: number): boolean {
  const waiting = [part];
  let count = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    count += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (count > limit) return true;
    waiting.push(...Object.values(value));
  }
  return false;
}
