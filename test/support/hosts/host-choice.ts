/** Facts about a kind of host that the choice needs. */
interface Choosable {
  /** The word that chooses it. */
  readonly key: string;
  /** It needs a program that not every machine has: only who asks for it gets it. */
  readonly isOnRequest: boolean;
}

/**
 * The kinds of host that the pages are tested on: those that `wanted` names, parted by commas; without it all that run
 * everywhere. Throws on a word that names none.
 */
export function chooseHosts<Kind extends Choosable>(
  kinds: readonly Kind[],
  wanted: string | undefined,
): readonly Kind[] {
  if (wanted === undefined || wanted.trim() === "") return kinds.filter(({ isOnRequest }) => !isOnRequest);
  return wanted.split(",").map((word) => {
    const kind = kinds.find(({ key }) => key === word.trim());
    if (kind === undefined)
      throw new Error(
        `SKYFERRY_HOSTS names no host: "${word.trim()}". There are ${kinds.map(({ key }) => key).join(", ")}.`,
      );
    return kind;
  });
}

/** Gives the lack of real Electron here, as the words of one line; null where it can run. */
export function lackOfElectron(has: {
  readonly runtime: string | null;
  readonly display: boolean;
}): string | null {
  if (!has.display) return "no display";
  return has.runtime === null ? "no Electron runtime" : null;
}

/** Gives the flag that Electron needs where root runs it, as in most containers; there is nothing to guard then. */
export function noSandbox(uid: number | undefined = process.getuid?.()): readonly string[] {
  return uid === 0 ? ["--no-sandbox"] : [];
}
