const names = new Map<string, string>();

/** Keeps the English message of a text that the page shows in another language. */
export function keepEnglish(shown: string, message: string): void {
  const known = names.get(shown);
  if (known === undefined) names.set(shown, message);
  else if (known !== message && !known.split("\n").includes(message))
    names.set(shown, `${known}\n${message}`);
}

/** A shown text with what it is in English, for a search by both; texts made from values stay as they are. */
export function withEnglish(shown: string): string {
  const english = names.get(shown);
  return english === undefined ? shown : `${shown}\n${english}`;
}
