import type { Upload } from "#domain/upload.ts";
import type { StateStore } from "#engine/ports/host.ts";
import type { NamedFile } from "./advice.ts";

/** Files that were named as ones that may be removed, and when. Kept on the disk, and read only when somebody asks. */
export interface AdvisedFiles {
  /** These were named at this moment, epoch milliseconds. */
  keep(named: readonly NamedVersion[], atMs: number): Promise<void>;
  /**
   * When each of these uploads was named last, by its id, epoch milliseconds: exactly this version, at the path that it has by
   * `pathOf`. Others are left out.
   */
  namedAmong(
    uploads: readonly AdvisedUpload[],
    pathOf: (upload: Pick<Upload, "instrument" | "relPath">) => string | null,
  ): Promise<ReadonlyMap<string, number>>;
}

type NamedVersion = Pick<NamedFile, "path" | "size" | "mtimeUs" | "checksum">;

type AdvisedUpload = Pick<
  Upload,
  "id" | "instrument" | "relPath" | "state" | "size" | "mtimeUs" | "checksum"
>;

/** Files that were named last at one moment: their marks, one behind the other. */
interface KeptMarks {
  readonly atMs: number;
  readonly marks: string;
}

/** A mark of 64 bits is all that is kept of a version: enough to tell it from all others, and 200,000 of them are 3 MB. */
const markLength = 16;
const mostKept = 200_000;
const longestMs = 400 * 86_400_000;

/** `digest`: a hexadecimal digest of a text. A store that is damaged or missing says that nothing was named. */
export function createAdvisedFiles(store: StateStore, digest: (text: string) => string): AdvisedFiles {
  const markOf = ({ path, size, mtimeUs, checksum }: NamedVersion): string =>
    digest([path, size, mtimeUs, checksum].join("\0")).slice(0, markLength);

  return {
    async keep(named, atMs) {
      if (named.length === 0) return;
      const now = new Set(named.map(markOf));
      const before = readMarks(await store.read())
        .filter((one) => atMs - one.atMs < longestMs)
        .map((one) => ({ ...one, marks: marksIn(one).filter((mark) => !now.has(mark)) }));
      let room = mostKept;
      const advised: KeptMarks[] = [];
      for (const one of [{ atMs, marks: [...now] }, ...before.sort((a, b) => b.atMs - a.atMs)]) {
        // Oldest months come first in what is named.
        const marks = one.marks.slice(-Math.min(room, one.marks.length));
        if (room > 0 && marks.length > 0) advised.push({ atMs: one.atMs, marks: marks.join("") });
        room -= marks.length;
      }
      await store.write({ advised });
    },
    async namedAmong(uploads, pathOf) {
      const wanted = new Map<string, string>();
      for (const upload of uploads) {
        const { id, state, size, mtimeUs, checksum } = upload;
        const path = pathOf(upload);
        if (state === "delivered" && checksum !== null && path !== null)
          wanted.set(markOf({ path, size, mtimeUs, checksum }), id);
      }
      const named = new Map<string, number>();
      if (wanted.size === 0) return named;
      for (const one of readMarks(await store.read()))
        for (const mark of marksIn(one)) {
          const id = wanted.get(mark);
          if (id !== undefined) named.set(id, one.atMs);
        }
      return named;
    },
  };
}

function marksIn({ marks }: KeptMarks): readonly string[] {
  return Array.from({ length: marks.length / markLength }, (_, at) =>
    marks.slice(at * markLength, (at + 1) * markLength),
  );
}

/** Leaves out what is damaged. */
function readMarks(value: unknown): readonly KeptMarks[] {
  const { advised } = (value ?? {}) as { readonly advised?: unknown };
  if (!Array.isArray(advised)) return [];
  return advised.filter(
    (one: Partial<KeptMarks> | null) =>
      Number.isFinite(one?.atMs) && typeof one?.marks === "string" && one.marks.length % markLength === 0,
  );
}
