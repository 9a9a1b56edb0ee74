import { say } from "#base/say.ts";

/** Sentences of the Files page. */
export const filesText = {
  /** The row says how many files of all: an only answer needs no number. */
  answerOf: (words: string, count: number | null) =>
    count === null ? `“${words}”.` : `“${words}” (${count}).`,
  refusedAs: (words: string) => say("Refused: “{words}”", { words }),
  whatStopsFiles: say("What keeps files from being sent"),
  showFewerCauses: say("Show fewer causes"),
  showOnlyThis: say("Show only this"),
  showOnlyThese: say("Show only these"),
  contentFinding: (reason: string) =>
    say("The file {reason}. The portal may not be able to use it.", { reason }),
  sendAgain: say("Send again"),
  sendAgainHelp: say(
    "Sends it as a new version, with the current settings. The receipt of this version stays.",
  ),
  inQueueAgain: say("The file is back in the queue. This version keeps its receipt."),
  areInQueueAgain: (count: number) =>
    count === 1
      ? say("1 file is back in the queue. Its former version keeps its receipt.")
      : say("{count} files are back in the queue. Their former versions keep their receipts.", { count }),
  areNotSentAgain: (count: number) =>
    say(
      "{count, plural, one {# file is} other {# files are}} not sent again: changed since then, no longer in the folder, or excluded by the settings.",
      { count },
    ),
  fileIsGone: say("The file is no longer in its folder, so it cannot be sent again."),
  fileHasChanged: say("The file has changed since then. The new content is sent when it is finished."),
  fileIsLeftOut: say("It is not sent again: the settings exclude it, or a newer version is in the queue."),
  sendThisAnyway: say("Send anyway"),
  sendAnyway: (files: string) => say("Send {files} anyway", { files }),
  sendsAnyway: say("They look damaged and are sent unchanged. The portal may not be able to use them."),
  cancelThisFile: say("Cancel this file"),
  deleteItsCopy: say("Delete its copy"),
  copyDeleted: say("The copy in the data folder is deleted."),
  sendingHasResumed: say("Sending has resumed."),
  untilTomorrow0000Utc: say("Until tomorrow, 00:00 UTC"),
  untilIResumeIt: say("Until I resume it"),
  pausedUntilResumed: say("Sending is paused until you resume it. New files are still found and queued."),
  pausedUntil: (time: string) =>
    say("Sending is paused until {time}. New files are still found and queued.", { time }),
  thatMatchTheFilter: ` ${say("that match the filter")}`,
  pageOf: (instrument: string) => say("The page of {instrument}", { instrument }),
  retryThisFile: say("Retry this file"),
  cancelConsequence: say(
    "They will not be sent. The files themselves stay in their folders. You can retry them later.",
  ),
  noInstrumentHelp: say(
    "Once Skyferry knows where an instrument writes its files, every finished file appears here.",
  ),
  noFilesFoundYet: say("No files found yet"),
  noFilesHelp: say("Every file that an instrument finishes appears here automatically, with its progress."),
  needYou: (files: number) =>
    files === 1
      ? say("{files, plural, one {# file} other {# files}} needs you", { files })
      : say("{files, plural, one {# file} other {# files}} need you", { files }),
  onTheirWay: (files: number) =>
    files === 1
      ? say("{files, plural, one {# file} other {# files}} on its way", { files })
      : say("{files, plural, one {# file} other {# files}} on their way", { files }),
  sentAt: say("Sent"),
  confirmed: say("Confirmed"),
  everythingIsDelivered: say("Everything is delivered"),
  everythingDeliveredHelp: say(
    "The portal has confirmed every finished file that was found on this PC. Nothing is waiting and nothing needs you.",
  ),
  nothingIsWaiting: say("Nothing is waiting"),
  onlyCancelledHelp: (count: number) =>
    count === 1
      ? say(
          "Nothing needs you. 1 file was cancelled by you and is not sent. The portal has confirmed all others.",
        )
      : say(
          "Nothing needs you. {count} files were cancelled by you and are not sent. The portal has confirmed all others.",
          { count },
        ),
  noFileMatches: say("No file matches"),
  noFileMatchesHelp: say("No file matches all filters."),
  filesUnavailable: say("The files cannot be shown"),
  filterFiles: say("Filter the files"),
  meaningWithOtherNames: (meaning: string, elsewhere: number) =>
    say("{meaning} {elsewhere} of them under another name.", { meaning, elsewhere }),
  explainNeedsYou: say("Explain why it needs you"),
  explainState: (label: string) => say("Explain why it is {label}", { label }),
  stagesPortalHadFile: say("Found, checksum computed; the portal already had this file"),
  stagesPortalHadContent: say(
    "Found, checksum computed; the portal already had the same content under another name",
  ),
  stagesAll: say("Found, checksum computed, announced, sent"),
  checksumBeingComputed: say("checksum being computed"),
  underAnotherName: say("Under another name"),
  finishedAndWaits: (until: string) => say("Finished. It waits {until}.", { until }),
  untilSendingResumes: say("until sending resumes"),
  untilSendingWorks: say("until sending works again"),
  onPortalUnderOtherName: say("On the portal under another name"),
  onPortalAs: (name: string) => say("On the portal as {name}", { name }),
  measurementDateHelp: say("Date of the measurement, UTC"),
  waits: (until: string) => say("Waits {until}", { until }),
  waitsForItsTurn: say("Waits for its turn"),
  sentNotConfirmedYet: say("Sent, not confirmed yet"),
  verdict: { accepted: say("Delivered"), processed: say("Processed"), invalid: say("Not usable") },
  verdictMeaning: {
    accepted: say("The portal has received it and has not processed it yet."),
    processed: say("The portal has made products from it."),
    invalid: (why: string) =>
      say("The portal has the file but could not use it. {why} Check the instrument, and replace the file.", {
        why,
      }),
  },
  sections: {
    needsYou: say("Needs you"),
    now: say("Now"),
    next: say("Up next"),
    waiting: say("Waiting"),
    delivered: say("Delivered"),
    over: say("Replaced or cancelled"),
  },
  ofToday: (count: number) => say("{count} today", { count }),
  selected: say("Selected"),
  select: (name: string) => say("Select {name}", { name }),
  selectedFiles: say("Selected files"),
  selectedCount: (count: number) => say("{count, plural, one {# file} other {# files}} selected", { count }),
  clearSelection: say("Clear selection"),
  mostSelected: (count: number) => say("At most {count} at a time.", { count }),
  sendFilesAgain: (files: string) => say("Send {files} again", { files }),
  sendingShare: (percent: number) => (percent >= 100 ? say("Sent") : say("Sending {percent} %", { percent })),
  sameBytes: say("The portal has the same bytes"),
  otherBytes: say("The portal confirmed different bytes"),
  here: say("Here"),
  portal: say("Portal"),
  nameThere: say("Name there"),
  timeline: say("History of this file"),
  hideRules: say("Hide the explanation"),
  lastWritten: say("Last written by the instrument."),
  processedThere: say("Processed by the portal."),
  productMade: (name: string) => say("Product: {name}.", { name }),
  madeOfIt: say("What the portal made from it"),
  seeOnPortal: say("See it on the portal"),
  standsStill: say("The list does not move while you point at it"),
  portalConfirmation: say("The portal's confirmation"),
  nameOnPortalLower: say("name on the portal"),
  recordUuidLower: say("UUID of the record"),
  uploadUnavailable: say("This upload cannot be shown"),
  thePortalSays: say("The portal says"),
  showInFiles: say("Show in Files"),
  nothingToRetry: say("Nothing to retry: the files have changed state in the meantime."),
  backInQueue: (count: number) =>
    say("{count, plural, one {# file is} other {# files are}} back in the queue.", { count }),
  nothingToCancel: say("Nothing to cancel: the files have changed state in the meantime."),
  cancelled: (count: number) =>
    count === 1
      ? say("{count, plural, one {# file was} other {# files were}} cancelled. You can retry it later.", {
          count,
        })
      : say("{count, plural, one {# file was} other {# files were}} cancelled. You can retry them later.", {
          count,
        }),
};
