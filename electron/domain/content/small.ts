import { baseName, type FileVersion } from "#domain/file-version.ts";

type Sized = Pick<FileVersion, "relPath" | "size">;

/** How many files of the same kind have to be known, and how many of them count, newest first. */
const mostLike = 14;
/** Below this share of their median size a file is unusually small. */
const smallShare = 0.2;

/**
 * The usual size in bytes where this file is unusually small beside the files before it, else null. Only files whose names
 * differ from its own in digits alone are compared, as one instrument writes files of several kinds.
 *
 * @param before delivered files of its instrument, newest first
 */
export function usualSizeOfSmall(file: Sized, before: readonly Sized[]): number | null {
  const kind = kindOf(file);
  const sizes = before
    .filter((one) => kindOf(one) === kind)
    .slice(0, mostLike)
    .map(({ size }) => size)
    .toSorted((a, b) => a - b);
  if (sizes.length < mostLike) return null;
  const [low = 0, high = 0] = sizes.slice(mostLike / 2 - 1);
  const usual = Math.round((low + high) / 2);
  return file.size < usual * smallShare ? usual : null;
}

function kindOf({ relPath }: Sized): string {
  return baseName(relPath).replaceAll(/\d+/g, "0").toLowerCase();
}
