import styles from "./middle-cut.module.css";

/** Characters at the end of a name that are always shown: the hour, the kind and the ending. */
const tailLength = 14;

interface MiddleCutProps {
  readonly text: string;
  /** Shown on hover; the text itself unless told. */
  readonly whole?: string;
  /** Characters at its end that are shown as long as there is room for them (`tailsOf`). */
  readonly tail?: number | undefined;
}

/** For names that stand below each other: how much of the end of each has to be shown, so that no two look alike. */
export function tailsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const backwards = names
    .map((name) => [...name].toReversed())
    .toSorted((one, other) => (one.join("") < other.join("") ? -1 : 1));
  return new Map(
    backwards.map((letters, at) => {
      const alike = Math.max(...[at - 1, at + 1].map((other) => alikeFrom(letters, backwards[other] ?? [])));
      const name = letters.toReversed().join("");
      if (alike < tailLength || alike === letters.length) return [name, tailLength];
      // The whole part in which they differ: `000000_P09_ZEN.LV1`.
      const part = letters.findIndex((letter, place) => place >= alike && !/[\p{L}\p{N}]/u.test(letter));
      return [name, part < 0 ? letters.length : part];
    }),
  );
}

function alikeFrom(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((letter, place) => letter !== other[place]);
  return at < 0 ? one.length : at;
}

/** A long name cut in its middle where there is too little room, so that its beginning and its end can be read. */
export function MiddleCut({ text, whole = text, tail = tailLength }: MiddleCutProps) {
  const characters = [...text];
  const at = Math.max(0, characters.length - tail);
  return (
    <span className={`${styles.name} shrinks`} title={whole}>
      <span className={`${styles.head} shrinks`}>{characters.slice(0, at).join("")}</span>
      <span className={`${styles.tail} rigid`}>{characters.slice(at).join("")}</span>
    </span>
  );
}
