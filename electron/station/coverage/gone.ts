import type { Files } from "#engine/ports/host.ts";
import type { CoverageFile } from "#engine/ports/portal-lists.ts";

/** Files that are looked at in one go. */
const inOneGo = 32;

/**
 * Uploads that are delivered and whose files are not in `folder` any more. Nothing is said if that cannot be seen, as in a
 * folder that is gone as a whole or does not answer.
 */
export async function goneOf(
  ofDay: readonly Pick<CoverageFile, "uploadId" | "relPath" | "state">[],
  folder: string,
  files: Pick<Files, "stat">,
): Promise<readonly string[]> {
  const delivered = ofDay.flatMap(({ uploadId, relPath, state }) =>
    uploadId !== null && state === "delivered" ? [{ uploadId, relPath }] : [],
  );
  const gone: string[] = [];
  for (let first = 0; first < delivered.length; first += inOneGo) {
    const looks = delivered.slice(first, first + inOneGo).map(async ({ uploadId, relPath }) => {
      const stat = await files.stat(folder, relPath);
      return { uploadId, error: "error" in stat ? stat.error : stat.kind === "file" ? null : "not-a-file" };
    });
    for (const { uploadId, error } of await Promise.all(looks)) {
      if (error === "no-answer") return [];
      if (error === "vanished" || error === "not-a-file") gone.push(uploadId);
    }
  }
  return gone.length > 0 && "error" in (await files.stat(folder, "")) ? [] : gone;
}
