/** A number for an English message: 32-bit FNV-1a of its UTF-16 code units, folded to 24 bits. */
export function messageKey(message: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < message.length; at++) hash = Math.imul(hash ^ message.charCodeAt(at), 0x01000193);
  return (hash >>> 24) ^ (hash & 0xffffff);
}

/** Texts by the keys of their messages, in little space: the steps between the sorted keys, and the texts line by line. */
export interface PackedTexts {
  readonly keys: string;
  readonly texts: string;
}

/** Texts hold no line ends. */
export function packTexts(texts: ReadonlyMap<number, string>): PackedTexts {
  const sorted = [...texts].sort(([a], [b]) => a - b);
  const steps = sorted.map(([key], index) => key - (sorted[index - 1]?.[0] ?? 0));
  return {
    keys: steps.map((step) => step.toString(36)).join(" "),
    texts: sorted.map(([, text]) => text).join("\n"),
  };
}

export function unpackTexts({ keys, texts }: PackedTexts): Map<number, string> {
  const lines = texts.split("\n");
  let key = 0;
  return new Map(
    keys.split(" ").map((step, index) => {
      key += Number.parseInt(step, 36);
      return [key, lines[index] ?? ""];
    }),
  );
}
