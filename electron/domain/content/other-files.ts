import { phrase } from "#base/phrase.ts";
import { damaged, type Format, latin1, sound, startsWith, unknown, view, wordAt } from "./verdict.ts";

/** No format compresses further: DEFLATE codes at most 258 bytes in 2 bits. */
const mostExpansion = 1032;

/** The last four bytes are the size of what is inside, modulo 2³² (RFC 1952). */
export const gzip: Format = {
  title: phrase("a gzip archive"),
  recognises: ({ head }) => startsWith(head, [0x1f, 0x8b]),
  judge({ tail, size }) {
    if (size < 20) return damaged(`is cut off after ${size} bytes`);
    const inside = wordAt(view(tail), tail.length - 4);
    return inside > size * mostExpansion
      ? damaged("is cut off: its last bytes are not the end of a gzip archive")
      : unknown;
  },
};

function named(title: string, ...starts: readonly (readonly number[])[]): Format {
  return {
    title,
    recognises: ({ head }) => starts.some((start) => startsWith(head, start)),
    judge: ({ head, size }) =>
      starts.some((start) => size <= start.length && startsWith(head, start))
        ? damaged(`is cut off after ${size} bytes`)
        : sound,
  };
}

/** Files that come into a folder by mistake, and that no instrument writes. */
export const strangers: readonly Format[] = [
  named(phrase("a ZIP archive"), [0x50, 0x4b, 0x03, 0x04]),
  named(phrase("a PDF document"), [0x25, 0x50, 0x44, 0x46, 0x2d]),
  named(phrase("a picture"), [0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff], [0x47, 0x49, 0x46, 0x38]),
  named(phrase("a Windows program"), [0x4d, 0x5a, 0x90, 0x00]),
  named(phrase("an SQLite database"), [...new TextEncoder().encode("SQLite format 3\0")]),
  {
    title: phrase("a web page"),
    recognises: ({ head }) => /^\s*<(!doctype html|html)[\s>]/i.test(latin1(head.subarray(0, 256))),
    judge: () => sound,
  },
];
