import { rmSync } from "node:fs";
import type { Contents } from "#mock-portal/store/contents.ts";
import type { PortalStore } from "#mock-portal/store/portal-store.ts";

/** Share that is left after a removal, so that not every file that comes removes one. */
const share = 0.9;

/**
 * Keeps the raw contents within `mostBytes`: the raw files whose content came first go, record and content, once they
 * have been processed. The live portal keeps everything; this one is on somebody's PC.
 * Gives what has to hear of each content that was accepted, with its bytes.
 */
export function rawLimit(
  { store, contents }: { readonly store: PortalStore; readonly contents: Contents },
  mostBytes: number,
): (bytes: number) => void {
  const stored = (): number =>
    Number(
      store
        .statement(
          "SELECT coalesce(sum(record ->> '$.size'), 0) AS bytes FROM uploads WHERE status <> 'created'",
        )
        .get()?.bytes,
    );
  /** At least what is stored: contents that were replaced are counted twice until it is counted again. */
  let atMost = stored();

  return (bytes) => {
    atMost += bytes;
    if (atMost <= mostBytes) return;
    atMost = stored();
    if (atMost <= mostBytes) return;
    const removed = store.transaction(() => {
      const gone: string[] = [];
      for (const { id, size } of oldest(store)) {
        if (atMost <= mostBytes * share) break;
        store.statement("DELETE FROM uploads WHERE id = ?").run(id);
        gone.push(id);
        atMost -= size;
      }
      return gone;
    });
    for (const id of removed) rmSync(contents.path("raw", id), { force: true });
  };
}

/** Raw files that nothing is to be done with any more, the one that came first first. */
function oldest(store: PortalStore): { readonly id: string; readonly size: number }[] {
  return store
    .statement(
      "SELECT id, record ->> '$.size' AS size FROM uploads WHERE status IN ('processed','invalid') ORDER BY updated_at, id",
    )
    .all()
    .map((row) => ({ id: String(row.id), size: Number(row.size) }));
}
