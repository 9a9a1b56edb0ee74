import styles from "./middle-cut.module.css";

/** Characters at the end of a name that are always shown: the hour, the kind and the ending. */
const tailLength = 14;

interface MiddleCutProps {
  readonly text: string;
  /** Shown on hover; the text itself unless told. */
  readonly whole?: string;
}

/** A long name cut in its middle where there is too little room, so that its beginning and its end can be read. */
export function MiddleCut({ text, whole = text }: MiddleCutProps) {
  const characters = [...text];
  const at = Math.max(0, characters.length - tailLength);
  return (
    <span className={styles.name} title={whole}>
      <span className={styles.head}>{characters.slice(0, at).join("")}</span>
      <span className={styles.tail}>{characters.slice(at).join("")}</span>
    </span>
  );
}
