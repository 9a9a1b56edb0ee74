import type { CommandTable } from "#cli/table.ts";
import {
  cancelTable,
  checkTable,
  cleanupTable,
  resendTable,
  retryTable,
  verifyTable,
} from "./file-tables.ts";
import { daemonTable, demoTable, mockPortalTable, serviceTable, submitTable } from "./sending-tables.ts";
import {
  backupTable,
  completionTable,
  doctorTable,
  helpTable,
  importTable,
  notifyTable,
  openPagesTable,
  pauseTable,
  restoreTable,
  resumeTable,
  settingsCommandTable,
  tokenTable,
  versionTable,
} from "./station-tables.ts";
import {
  coverageTable,
  explainTable,
  instrumentsTable,
  logTable,
  planTable,
  receiptsTable,
  reportTable,
  statusTable,
} from "./telling-tables.ts";

/** Commands of `skyferry` by their use, in the order of the overview; `run-command.ts` has what runs each. */
export const commandGroups = {
  Send: [submitTable, daemonTable, serviceTable, pauseTable, resumeTable, planTable],
  Look: [statusTable, instrumentsTable, openPagesTable, logTable, coverageTable, reportTable, receiptsTable],
  Files: [explainTable, checkTable, retryTable, cancelTable, resendTable, verifyTable, cleanupTable],
  "This station": [
    doctorTable,
    notifyTable,
    settingsCommandTable,
    tokenTable,
    backupTable,
    restoreTable,
    importTable,
  ],
  "Try and learn": [demoTable, mockPortalTable, completionTable, helpTable, versionTable],
} as const;

type AnyTable = (typeof commandGroups)[keyof typeof commandGroups][number];

export type CommandName = AnyTable["name"];

export type TableOf<N extends CommandName> = Extract<AnyTable, { readonly name: N }>;

export const commandTables: readonly (CommandTable & { readonly name: CommandName })[] =
  Object.values(commandGroups).flat();
