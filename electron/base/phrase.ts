/**
 * A part of a sentence, such as `a web page` or `complete`, that is a message of its own: a sentence takes it as a value. The English text is
 * given back; `build/languages` finds it by this call, and a reader of another language gets it translated.
 */
export function phrase(english: string): string {
  return english;
}
