import { counted } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";

/** Sentences of the guided setup. */
export const setupText = {
  notSavedSeeFields: "Not saved: the fields on the earlier pages say why.",
  somethingIsStillMissing: "Something is still missing",
  fillItIn: "Fill it in",
  missingAndNothingSaved: (missing: string) => `${missing} Nothing has been saved or sent.`,
  previewIntro: "This is what would be sent. Nothing has been sent yet.",
  connectionNotTested: "The connection to the portal has not been tested.",
  addressMissing: "The portal's address is missing.",
  credentialsMissing: "The user name or the password is missing.",
  instrumentMissing: "Choose the site and the instrument.",
  filesMissing: "Choose the folder and the pattern of the files.",
  noFinishedFileYet: "No finished file yet",
  planText: ({ count, growing, known }: Output<"settings.dryRun">) =>
    [
      growing > 0 ? `${counted(growing, "file")} not finished yet: sent once finished. ` : "",
      known > 0 ? `${counted(known, "file")} already delivered. ` : "",
      count === 0 && growing === 0 ? "As soon as the instrument finishes one, it is sent. " : "",
      "Files that the portal already has are not sent again.",
    ].join(""),
  filesByDay: "Files by day",
  moreDays: (count: string) => `and ${count} more days`,
  credentialsWhy: "The portal's operators gave this station a user name and a password.",
  nextSignsIn: (
    <>
      <strong>Next</strong> signs in with them and shows the result. It sends no file and leaves nothing on
      the portal.
    </>
  ),
  whichUser: "Which user does this station sign in as?",
  passwordFromClient: "The client's file contains one. Leave this empty to use it.",
  passwordAlreadyTyped: "You have already typed one. Leave this empty to use it.",
  leaveEmptyToUse: (kept: string) => `${kept} Leave this empty to use it.`,
  passwordGoesToKeychain: "After the last page it is stored in the keychain of this PC.",
  passwordGoesToFile:
    "This PC has no keychain. After the last page it is stored in a file that only this user can read.",
  whereAreItsFiles: "Where are its files?",
  listsComeFromPortal:
    "These lists come from the portal. The persistent identifier (PID) belongs to this one instrument, wherever it measures.",
  instrumentNotListed:
    "Not in the list? Ask the portal's operators to register the instrument. Its files wait here.",
  whichInstruments: "Which instruments write on this PC?",
  whichInstrument: "Which instrument writes on this PC?",
  startWithOne: "Start with one. You can add more in Settings.",
  shownOnEveryPage: "Shown on every page.",
  nameTaken: "Another instrument already has this name: choose a different one.",
  leaveThisOneOut: "Leave this one out",
  fiveShortPages: (
    <>
      <strong>Five short pages:</strong> the portal, its user, an instrument, its files, and a preview of what
      would be sent. Nothing is saved or sent until you confirm the last page.
    </>
  ),
  youNeed: (
    <>
      <strong>You need</strong> the portal's address, this station's user name and password, and the folder
      that the instrument writes to.
    </>
  ),
  whichPortal: "Which portal do this station's files go to?",
  tryItFirst: "Try it first",
  usingCommandLineClient: "Already using the command-line client?",
  theNextPagesShowThem: "The next pages show them.",
  userAndPassword: "User and password",
  checkAndStart: "Check and start",
  changedElsewhereInSetup:
    "Someone else has changed the settings file. Discard your entries, check the current settings, then make your changes again. Nothing has been sent.",
  discardMyEntries: "Discard my entries",
  connectionBeingTested: "The connection is being tested. ",
  continueWithoutTesting: "Continue without testing",
  builtInPortalUnavailable: "The built-in portal is not available here.",
  builtInPortalHelp:
    "A portal on this PC, three simulated instruments, and 62 days of data to explore. Nothing leaves this PC, and your own files and settings are not used.",
  continueWithBuiltInPortal: "Continue with the built-in portal",
  creatingDemoData: "Creating 62 days of data. This takes a few seconds.",
};
