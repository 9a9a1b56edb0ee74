import type { KeptFiles } from "#contract/cleanup-lists.ts";
import type { KeepReason } from "#domain/removable.ts";

/** How it ends that a file is kept: by itself with age, by the portal's answers, by what a page leads to, or not at all. */
export const keptEnds = ["age", "portal", "files", "coverage", "never"] as const;

export type KeptEnd = (typeof keptEnds)[number];

const ends: Readonly<Record<KeepReason, KeptEnd>> = {
  added: "never",
  "not-delivered": "files",
  young: "age",
  "other-settings": "never",
  "other-portal": "never",
  growing: "files",
  duplicate: "never",
  "last-copy": "never",
  "not-asked": "portal",
  "list-unreadable": "portal",
  "not-listed": "coverage",
  "listed-twice": "portal",
  "other-content": "coverage",
  "other-size": "coverage",
  "not-received": "coverage",
  invalid: "never",
  "not-processed": "portal",
  "not-published": "portal",
  gap: "coverage",
  "listed-once": "portal",
  "lists-differ": "portal",
  "no-record": "portal",
  "record-differs": "portal",
  link: "never",
  changed: "never",
  unread: "never",
};

/** Kept files by how that ends, in the order of `keptEnds`. */
export function keptByEnd(kept: readonly KeptFiles[]) {
  return keptEnds
    .map((end) => {
      const own = kept.filter(({ reason }) => ends[reason] === end);
      return {
        end,
        files: own.reduce((sum, { files }) => sum + files, 0),
        bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    })
    .filter(({ files }) => files > 0);
}
