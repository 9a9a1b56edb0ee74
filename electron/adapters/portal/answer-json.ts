/** A JSON text of the portal, read. */
export type JsonAnswer =
  | { readonly kind: "value"; readonly value: unknown }
  /** So many parts that reading it would take gigabytes or stop everything else for minutes. */
  | { readonly kind: "too-many-parts" }
  | { readonly kind: "no-json" };

/**
 * Openings of objects and lists, and commas, of one answer. In 64 MB the portal's lists of sites and of instruments have
 * 400,000 to 650,000 and 3 million; the same bytes can be 20 million empty objects.
 */
const mostBrackets = 1_000_000;
const mostCommas = 8_000_000;

const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];

/** Counts before it reads: brackets and commas within texts count too, which no real answer has so many of. */
export function readAnswerJson(bytes: Uint8Array, text: string): JsonAnswer {
  let brackets = 0;
  let commas = 0;
  for (const byte of bytes) {
    if (byte === comma) commas++;
    else if (byte === bracket || byte === brace) brackets++;
  }
  if (brackets > mostBrackets || commas > mostCommas) return { kind: "too-many-parts" };
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch {
    return { kind: "no-json" };
  }
}
