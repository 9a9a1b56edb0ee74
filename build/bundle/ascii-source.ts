import type { Plugin } from "vite";

/** More would make the file larger than it saves: bytes that were written as text. */
const most = 10_000;

/**
 * Writes characters beyond ASCII as escapes. A single one, also in a comment, has V8 keep two bytes for every character of the
 * whole file, in each thread that loads it: 2 MB of the heap of a host, and a thirtieth of a start.
 */
export function asciiSource(): Plugin {
  return {
    name: "ascii-source",
    // Earlier, what is printed last would write them again.
    generateBundle(_, bundle) {
      for (const one of Object.values(bundle)) {
        if (one.type !== "chunk") continue;
        const found = one.code.match(beyond)?.length ?? 0;
        if (found > 0 && found <= most) one.code = one.code.replace(beyond, escapeOf);
      }
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is "not ASCII"
const beyond = /(\\*)([^\x00-\x7f])/g;

/** The last one of an odd number of backslashes belongs to the character, which means the same without it. */
function escapeOf(_: string, backslashes: string, unit: string): string {
  const before = backslashes.length % 2 === 0 ? backslashes : backslashes.slice(1);
  return `${before}\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
