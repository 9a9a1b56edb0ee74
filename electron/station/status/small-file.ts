import { bytesInWords } from "#base/text.ts";
import { usualSizeOfSmall } from "#domain/content/small.ts";
import type { Upload } from "#domain/upload.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

/** Enough to find a fortnight of one kind among several. */
const mostRead = 200;

/** A sentence about a file that is unusually small for its instrument; null where it is not, or too few are known. */
export async function smallFileWords(
  ledger: Ledger,
  file: Pick<Upload, "instrument" | "relPath" | "size">,
): Promise<string | null> {
  const delivered = await ledger.list({ states: ["delivered"], instrument: file.instrument }, mostRead, null);
  const others = delivered.filter(({ relPath }) => relPath !== file.relPath);
  const usual = usualSizeOfSmall(file, others);
  if (usual === null) return null;
  return `It is unusually small: ${bytesInWords(file.size)}; files like it usually have about ${bytesInWords(usual)}.`;
}
