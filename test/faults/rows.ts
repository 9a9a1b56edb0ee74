import { crashAtEveryStep } from "./f01-crash-at-every-step.ts";
import { randomKills } from "./f02-random-kills.ts";
import { failingStatement } from "./f03-failing-statement.ts";
import { damagedLedger } from "./f04-damaged-ledger.ts";
import { fullDisk } from "./f05-full-disk.ts";
import { slowWritersRow } from "./f06-slow-writers.ts";
import { changedOnTheWay } from "./f07-changed-on-the-way.ts";
import { goneOnTheWay } from "./f08-gone-on-the-way.ts";
import { falseAnswerRow } from "./f09-false-answers.ts";
import { brokenLinks } from "./f10-broken-links.ts";
import { lostAnswers } from "./f11-lost-answers.ts";
import { earlyAnswers } from "./f12-early-answers.ts";
import { uneasyLink } from "./f13-uneasy-link.ts";
import { longOutage } from "./f14-long-outage.ts";
import { clockSettings } from "./f16-clock-settings.ts";
import { suspended } from "./f17-suspended.ts";
import { silentWatcher } from "./f18-silent-watcher.ts";
import { vanishingShare } from "./f19-vanishing-share.ts";
import { hostileNamesRow } from "./f20-hostile-names.ts";
import { twins } from "./f21-twins.ts";
import { credentialsRow } from "./f23-credentials.ts";
import { soakRow } from "./f24-soak.ts";
import { liveTypesRow } from "./f25-live-types.ts";
import { foreign409Row } from "./f26-foreign-409.ts";
import { tricklingAnswers } from "./f27-trickling-answers.ts";
import { listRoutesRow } from "./f28-list-routes.ts";
import { anotherPcRow } from "./f29-another-pc.ts";
import { sameSizeAndTime } from "./f30-same-size-and-time.ts";
import { remountedDrive } from "./f31-remounted-drive.ts";
import { lostRecordsRow } from "./f32-lost-records.ts";
import { emptyFilesRow } from "./f33-empty-files.ts";
import { coverageRow } from "./f34-coverage.ts";
import { verdictsRow } from "./f35-verdicts.ts";
import { modelFilesRow } from "./f36-model-files.ts";
import { thisPcRow } from "./f37-this-pc.ts";
import { poisonedFileRow } from "./f38-poisoned-file.ts";
import { strayAnswersRow } from "./f39-stray-answers.ts";
import { wrongClockRow } from "./f40-wrong-clock.ts";
import { lyingListsRow } from "./f41-lying-lists.ts";
import { orphansRow } from "./f42-orphans.ts";
import { environmentRow } from "./f43-environment.ts";
import { movedStationRow } from "./f44-moved-station.ts";
import { removableFilesRow } from "./f45-removable-files.ts";
import { timetableRow } from "./f46-timetable.ts";
import { settingsLayersRow } from "./f47-settings-layers.ts";
import { heartbeatRow } from "./f48-heartbeat.ts";
import type { Row } from "./row.ts";

/** The fault matrix, in its order. */
export const rows: readonly Row[] = [
  crashAtEveryStep,
  randomKills,
  failingStatement,
  damagedLedger,
  fullDisk,
  slowWritersRow,
  changedOnTheWay,
  goneOnTheWay,
  falseAnswerRow,
  brokenLinks,
  lostAnswers,
  earlyAnswers,
  uneasyLink,
  longOutage,
  clockSettings,
  suspended,
  silentWatcher,
  vanishingShare,
  hostileNamesRow,
  twins,
  credentialsRow,
  remountedDrive,
  soakRow,
  liveTypesRow,
  tricklingAnswers,
  foreign409Row,
  listRoutesRow,
  anotherPcRow,
  sameSizeAndTime,
  lostRecordsRow,
  emptyFilesRow,
  coverageRow,
  verdictsRow,
  modelFilesRow,
  thisPcRow,
  poisonedFileRow,
  strayAnswersRow,
  wrongClockRow,
  lyingListsRow,
  orphansRow,
  environmentRow,
  movedStationRow,
  removableFilesRow,
  timetableRow,
  settingsLayersRow,
  heartbeatRow,
];
