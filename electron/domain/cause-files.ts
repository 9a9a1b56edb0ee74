import { counted } from "#base/text.ts";
import type { causeTable } from "./cause-table.ts";

/** The files that a cause stops, counted: `3 files are too large for the portal`. */
export const filesOfCause: Readonly<Partial<Record<keyof typeof causeTable, (count: number) => string>>> = {
  "unfit-name": (count) =>
    counted(
      count,
      "file has a name that the portal does not accept",
      "files have names that the portal does not accept",
    ),
  "record-clash": (count) =>
    counted(
      count,
      "file would replace another file on the portal",
      "files would replace other files on the portal",
    ),
  "claimed-twice": (count) =>
    counted(count, "file belongs to two instruments", "files belong to two instruments"),
  refused: (count) => counted(count, "file was refused by the portal", "files were refused by the portal"),
  "no-permission": (count) =>
    counted(count, "file may not be sent for its site", "files may not be sent for their site"),
  "too-large": (count) =>
    counted(count, "file is too large for the portal", "files are too large for the portal"),
  "content-check": (count) =>
    counted(count, "file looks damaged and is held back", "files look damaged and are held back"),
  "no-instrument": (count) =>
    counted(
      count,
      "file of an instrument that is not in the settings",
      "files of an instrument that is not in the settings",
    ),
  "future-date": (count) =>
    counted(count, "file has a date in the future", "files have a date in the future"),
  "file-unreadable": (count) => counted(count, "file cannot be read", "files cannot be read"),
  "file-locked": (count) =>
    counted(count, "file is in use by another program", "files are in use by another program"),
  "file-vanished": (count) =>
    counted(count, "file is missing from its folder", "files are missing from their folder"),
  "file-changing": (count) => counted(count, "file keeps changing", "files keep changing"),
  "link-broken": (count) => counted(count, "file did not reach the portal", "files did not reach the portal"),
  "no-progress": (count) =>
    counted(count, "file stalled on the way to the portal", "files stalled on the way to the portal"),
  "portal-error": (count) =>
    counted(count, "file got no clear answer from the portal", "files got no clear answer from the portal"),
  "stopped-alone": (count) =>
    counted(
      count,
      "file gets an error from the portal, others do not",
      "files get errors from the portal, others do not",
    ),
  "stopped-long": (count) =>
    counted(
      count,
      "file has not been taken by the portal for hours, others are",
      "files have not been taken by the portal for hours, others are",
    ),
  "record-in-use": (count) =>
    counted(count, "file is in use on the portal", "files are in use on the portal"),
  "portal-contradiction": (count) =>
    counted(
      count,
      "file was reported as received, but the portal shows no record of it",
      "files were reported as received, but the portal shows no record of them",
    ),
  "lost-on-portal": (count) =>
    counted(
      count,
      "file was confirmed by the portal, which no longer has it",
      "files were confirmed by the portal, which no longer has them",
    ),
  "not-kept": (count) =>
    counted(
      count,
      "file was confirmed but not kept by the portal",
      "files were confirmed but not kept by the portal",
    ),
  "replaced-on-portal": (count) =>
    counted(
      count,
      "file was replaced on the portal by another program",
      "files were replaced on the portal by another program",
    ),
  "no-model-route": (count) =>
    counted(
      count,
      "file is of a model, and the portal takes no model files",
      "files are of models, and the portal takes no model files",
    ),
  "program-error": (count) =>
    counted(count, "file caused an internal error", "files caused an internal error"),
};
