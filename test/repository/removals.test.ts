import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const top = path.join(import.meta.dirname, "../..");

/** Calls and imports of what removes or empties a file or folder. */
const removal =
  /(?<![\w$"'`-])(?:unlink|rm|rmdir|f?truncate)(?:Sync)?(?=\s*(?:[(,}]|as\b))|\btrashItem\b|::Delete\(|Remove-Item/;

/** Files that may remove something, and why that is never a file of an instrument. */
const places: Readonly<Record<string, string>> = {
  "electron/adapters/added/added-store.ts": "copies of added files on their way, in the data folder",
  "electron/adapters/added/kept-copies.ts": "copies of added files, in the data folder",
  "electron/adapters/backup/restore-backup.ts": "what it has itself unpacked into an empty folder",
  "electron/adapters/backup/stage-backup.ts": "what it has itself unpacked, in the data folder",
  "electron/adapters/backup/write-backup.ts":
    "its own drafts beside the file that it writes, also those of a killed run",
  "electron/adapters/ledger/folder.ts": "lock and mark of the ledger, in the data folder",
  "electron/adapters/ledger/staged-restore.ts":
    "files of an empty station that an earlier restore has replaced, in the data folder",
  "electron/adapters/log/log-file.ts": "the log, in the data folder",
  "electron/adapters/netcdf/hdf5-view.ts": "a file in the memory of the HDF5 library",
  "electron/adapters/notify/report-sender.ts": "its own draft in the folder of the station reports",
  "electron/adapters/owner-only.ts": "a folder that it has made to try rights",
  "electron/adapters/portal/file-cache.ts":
    "files of the portal that are kept for a while, in the data folder",
  "electron/adapters/portal/http-download.ts": "the part of a download that it has begun",
  "electron/adapters/portal/part-files.ts":
    "parts of downloads that a killed run has begun, and its notes of them",
  "electron/adapters/settings/json-file.ts": "its own draft, in the data folder",
  "electron/adapters/settings/write-lock.ts": "the folder by which two writers take turns, which is empty",
  "electron/adapters/whole-file.ts": "its own draft beside the file that it writes",
  "electron/api/loopback/host-file.ts": "the address of the host, in the data folder",
  "electron/contract/cleanup-script.ts": "text of a script that a person reads and runs; Skyferry does not",
  "electron/cli/demo/demo.ts": "the temporary folder of a try-out",
  "electron/cli/fetch-runtime.ts": "a download of the runtime that broke off",
  "electron/cli/service/install.ts": "an empty folder that it has just made",
  "electron/cli/service/launchd.ts": "its entry at the system's services",
  "electron/cli/service/systemd.ts": "its entry at the system's services",
  "electron/cli/service/task-scheduler.ts": "a temporary folder that it has made",
  "electron/compose/backup-files.ts": "its own drafts, in the data folder and beside the file that it writes",
  "electron/compose/diagnose.ts": "a temporary folder that it has made",
  "electron/compose/take-backups.ts": "old weekly copies and its own drafts, in the data folder",
  "electron/demo/demo-control.ts": "the folder of a try-out",
  "electron/main/autostart.ts": "its entry at the desktop's start",
  "electron/main/lock.ts": "an answer to another window, in the data folder",
  "electron/mock-portal/artefacts/netcdf-writer.ts": "a file in the memory of the HDF5 library",
  "electron/mock-portal/store/contents.ts": "contents of the bundled portal, in its own folder",
  "electron/mock-portal/uploads/raw-limit.ts": "contents of the bundled portal, in its own folder",
};

/** A text without the lines that are comments, and without comments at the ends of lines. */
function codeOf(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\s*(?:\/\*|\*|\/\/)/.test(line))
    .map((line) => line.replace(/ \/\/ .*$/, ""))
    .join("\n");
}

it("nothing in the product removes a file, but for what it has made itself", () => {
  const files = globSync("{electron,renderer}/**/*.{ts,tsx,mts,js}", { cwd: top })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => removal.test(codeOf(readFileSync(path.join(top, file), "utf8"))));
  expect(files.sort()).toEqual(Object.keys(places).sort());
});

it("engine, station and their rules have no way to remove a file", () => {
  const withoutPlace = Object.keys(places).filter((file) =>
    /^electron\/(?:domain|engine|station|api\/handlers)\//.test(file),
  );
  expect(withoutPlace).toEqual([]);
});

it.each([
  'import { rm } from "node:fs/promises";',
  'import { unlink as go, stat } from "node:fs/promises";',
  "fs.rmSync(path, { force: true });",
  "await unlink (path);",
  "handle.truncate(0);",
  "await shell.trashItem(path);",
])("%s removes", (text) => {
  expect(codeOf(text)).toMatch(removal);
});

it.each(["// rm(path)", "/** unlink(path) */", 'run("form (", rmName)', 'help("--rm, no")', "alarm(path)"])(
  "%s does not",
  (text) => {
    expect(codeOf(text)).not.toMatch(removal);
  },
);
