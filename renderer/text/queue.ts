import { counted, countText } from "#base/text.ts";

/** Sentences of the Queue page. */
export const queueText = {
  whatStopsFiles: "What keeps files from being sent",
  showFewerCauses: "Show fewer causes",
  showOnlyThis: "Show only this",
  showOnlyThese: "Show only these",
  contentFinding: (reason: string) => `The file ${reason}. The portal may not be able to use it.`,
  sendThisAnyway: "Send anyway",
  sendAnyway: (files: string) => `Send ${files} anyway`,
  sendsAnyway:
    "They are sent as they are, although they look damaged. The portal may not be able to use them.",
  retriesGroup: (title: string, count: number) =>
    `${title}. ${count === 1 ? "It goes back into the queue and is" : "They go back into the queue and are"} retried now. Fix the cause first.`,
  cancelThisFile: "Cancel this file",
  cancelOneConsequence: (path: string) =>
    `${path} will not be sent. The file itself stays in its folder. You can retry it later.`,
  sendingHasResumed: "Sending has resumed.",
  untilTomorrow0000Utc: "Until tomorrow, 00:00 UTC",
  untilIResumeIt: "Until I resume it",
  pausedUntilResumed: "Sending is paused until you resume it. New files are still found and queued.",
  pausedUntil: (time: string) => `Sending is paused until ${time}. New files are still found and queued.`,
  thatMatchTheFilter: " that match the filter",
  retryThisFile: "Retry this file",
  retryConsequence:
    "They go back into the queue and are retried now. Files whose cause is not fixed will stop again.",
  cancelConsequence:
    "They will not be sent. The files themselves stay in their folders. You can retry them later.",
  noInstrumentYet: "No instrument is set up yet",
  setUpFirstInstrument: "Set up the first instrument",
  noInstrumentHelp:
    "Once Skyferry knows where an instrument writes its files, every finished file appears here.",
  noFilesFoundYet: "No files found yet",
  noFilesHelp: "Every file that an instrument finishes appears here automatically, with its progress.",
  everythingIsDelivered: "Everything is delivered",
  everythingDeliveredHelp:
    "The portal has confirmed every finished file that was found on this PC. Nothing is waiting and nothing needs you.",
  nothingIsWaiting: "Nothing is waiting",
  onlyCancelledHelp: (count: number) =>
    `Nothing needs you. ${count === 1 ? "1 file was cancelled by hand and is" : `${countText(count)} files were cancelled by hand and are`} not sent; the portal has confirmed all others.`,
  noFileMatches: "No file matches",
  noFileMatchesHelp: "No file in the queue matches all filters.",
  queueUnavailable: "The queue cannot be shown",
  filterTheQueue: "Filter the queue",
  meaningWithOtherNames: (meaning: string, elsewhere: number) =>
    `${meaning} ${elsewhere} of them under another name.`,
  explainNeedsYou: "Explain why it needs you",
  explainState: (label: string) => `Explain why it is ${label}`,
  cancelThisFileAfterAsking: "Cancel this file…",
  stagesPortalHadFile: "Found, checksum computed; the portal already had this file",
  stagesPortalHadContent:
    "Found, checksum computed; the portal already had the same content under another name",
  stagesAll: "Found, checksum computed, announced, sent",
  checksumBeingComputed: "checksum being computed",
  underAnotherName: "Under another name",
  waitsUntilResumed: "Finished. It waits until sending resumes.",
  onPortalUnderOtherName: "On the portal under another name",
  onPortalAs: (name: string) => `On the portal as ${name}`,
  measurementDateHelp: "Date of the measurement, UTC",
  waitsUntilSendingResumes: "Waits until sending resumes",
  waitsForItsTurn: "Waits for its turn",
  sentNotConfirmedYet: "Sent, not confirmed yet",
  portalConfirmation: "The portal's confirmation",
  nameOnPortal: "Name on the portal",
  nameOnPortalLower: "name on the portal",
  uploadUnavailable: "This upload cannot be shown",
  thePortalSays: "The portal says",
  showInTheQueue: "Show in the queue",
  showInFolder: "Show in folder",
  pathCopied: "Path copied.",
  copyingNotAllowed: (path: string) => `This browser does not allow copying. The path is ${path}`,
  nothingToRetry: "Nothing to retry: the files have changed state in the meantime.",
  backInQueue: (count: number) => `${counted(count, "file is", "files are")} back in the queue.`,
  nothingToCancel: "Nothing to cancel: the files have changed state in the meantime.",
  cancelled: (count: number) =>
    `${counted(count, "file was", "files were")} cancelled. You can retry ${count === 1 ? "it" : "them"} later.`,
};
