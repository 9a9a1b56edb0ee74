import type { Adding } from "#engine/adding/adding.ts";

const id = "00000000-0000-7000-8000-000000000000";

/** Takes whatever it is given, and keeps nothing of it. */
export const fakeAdding: Adding = {
  judge: (files) => files.map(() => ({ unfit: null, guesses: [], looksLike: [] })),
  begin: async () => id,
  append: async (_, offset, bytes) => offset + bytes.length,
  check: async ({ name: filename, date: measurementDate }) => ({
    announced: {
      site: "hyytiala",
      instrument: "mira-35",
      instrumentPid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
      tags: [],
      filename,
      measurementDate,
      checksum: "0".repeat(32),
    },
    contentReason: null,
    onPortal: "no",
    notes: [],
  }),
  send: async (targets) => targets.map((target) => ({ id: target.id, uploadId: id, message: null })),
  discard: async () => {},
  remove: async (ids) => ids.length,
};
