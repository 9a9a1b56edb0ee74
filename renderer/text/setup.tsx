import type { ReactNode } from "react";
import { counted } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";

/** Sentences of the guided setup. */
export const setupText = {
  stepOf: (at: number, of: number) => `Step ${at} of ${of}`,
  nothingYet: "Nothing is saved or sent before the last step.",
  continueWithoutTesting: "Continue without testing",

  /** A sentence that leads to Settings, where the field is on the same page. */
  atField: (message: string) => message.replace(" in Settings", ""),

  whichPortal: "Which data portal?",
  askingAddress: "Checking this address…",
  noAddress: (typed: string) =>
    `“${typed}” is not an address. Type the portal's address, such as https://portal.example.org.`,
  aDataPortal: "A data portal.",
  aPortalWithSites: (sites: string) => `A data portal with ${sites} sites.`,
  tryItFirst: "Try it first",
  usingCommandLineClient: "Already using the command-line client?",
  anotherFile: "Another one?",
  dropItHere: "Drop its configuration file here, or",
  chooseClientFile: "choose it…",
  notAClientFile: (name: string, why: string | null) =>
    `${name} is not a configuration file of the command-line client with instruments.${why === null ? "" : ` ${why.replace(`${name}: `, "")}`}`,
  foundInstruments: (instruments: string) => `${instruments} found`,
  inFile: (name: string, username: string | null) =>
    `In ${name}. ${username === null ? "It has no user name and password: the next page asks for them." : `Its user name ${username} and its password are used.`}`,
  checkThese: (count: number) => (count === 1 ? "Check this one" : `Check these ${count}`),
  readDifferently: (lines: string) => `Notes on the file (${lines})`,
  nextPagesAsk: "Folder or pattern is missing: the next pages ask for it.",
  builtInPortalUnavailable: "The built-in portal is not available here.",
  builtInPortalHelp:
    "A portal on this PC, three simulated instruments, and 62 days of data to explore. Nothing leaves this PC, and your own files and settings are not used.",
  continueWithBuiltInPortal: "Continue with the built-in portal",
  creatingDemoData: "Creating 62 days of data. This takes a few seconds.",

  whichUser: "Sign in to the portal",
  signIn: "Sign in",
  credentialsWhy: "Use the user name and password that the portal's operators gave this station.",
  passwordFromClient: "The client's file contains one. Leave this empty to use it.",
  passwordAlreadyTyped: "You have already typed one. Leave this empty to use it.",
  leaveEmptyToUse: (kept: string) => `${kept} Leave this empty to use it.`,
  passwordGoesToKeychain: "After the last page it is stored in the keychain of this PC.",
  passwordGoesToFile:
    "This PC has no keychain. After the last page it is stored in a file that only this user can read.",

  whereDoesItWrite: "Where does the instrument write?",
  whereDoTheyWrite: "Where do the instruments write?",
  folderFirst: "Its file names show which instrument it is. You can add more instruments later.",
  onNetworkDrive: (kind: string) =>
    `It is on a network drive (${kind}). It is scanned more often, because network drives do not report changes and their clocks may differ.`,
  lookingIntoFolder: "Looking into the folder…",
  folderIsEmpty: "This folder has no files: choose the one that the instrument writes to.",
  folderIsSlow: "This folder is slow and has shown no file yet: is the drive connected?",
  calledLike: (files: string, sample: ReactNode, kinds: string) => (
    <>
      {files} such as {sample}: these names fit {kinds}.
    </>
  ),
  namesDoNotTell: (files: string) => `${files}. Their names do not show the instrument: choose it below.`,
  noInstrumentAtSite:
    "The portal lists no instrument of this kind for this site. Choose another site, or ask the portal's operators to register it. Until then its files wait on this PC.",
  instrumentNotListed:
    "Not in the list? Ask the portal's operators to register it. Until then its files wait on this PC.",
  showEveryInstrument: "Show every instrument",
  shownOnEveryPage: "Shown on every page.",
  nameTaken: "Another instrument already has this name: choose a different one.",
  leaveThisOneOut: "Leave this one out",

  whichFiles: "Are these its files?",
  dateFromName: "Skyferry reads the day of a file from its name.",
  fits: (files: string, total: string, isCut: boolean) =>
    files.startsWith(`${total} `)
      ? isCut
        ? `All ${total} checked files match. `
        : `${total === "1" ? "The one file matches" : `All ${files} match`}. `
      : `${files} of ${isCut ? `the ${total} checked files` : total} match. `,
  stillWritten: (files: string) => `${files} of them are still being written. `,
  leftAlone: (files: string) => `${files} not sent.`,
  noDateInNames: (sample: string) =>
    `No date can be read from these names${sample === "" ? "" : `, such as ${sample}`}: write the pattern yourself.`,
  datesAreFarOff:
    "The dates in these names are far from the times at which the files were written. Confirm the date below, or write the pattern yourself.",
  datesToConfirm: "Is this date right?",
  noNameFits: (total: string) => `None of the ${total} files fits this pattern.`,
  patternUnusable: "This pattern cannot be used.",
  namesOfSeveralKinds: "This folder has several kinds of names:",
  writesEvery: (span: string) => `It writes about every ${span}`,
  writesNotSteadily: "How often it writes is not known yet",
  tellAfter: (span: string) => `Notify me after ${span} without a file`,
  tellWhenUnusual: "Notify me when this is unusual for the instrument",
  writeThePattern: "Pattern, and when a file is finished",

  fromWhichDay: "Send from which day?",
  previewIntro: "This is what would be sent, newest days first.",
  firstDay: "First day that is sent",
  everyDay: (day: string) => `Everything, from ${day} on`,
  fromDay: (day: string) => `From ${day} on`,
  noFileOn: (day: string) => `${day}: no file yet`,
  olderStay: (files: string) => `${files} will not be sent. `,
  planText: ({ growing, known }: Output<"settings.dryRun">, count: number) =>
    [
      growing > 0 ? `${counted(growing, "file")} not finished yet: sent once finished. ` : "",
      known > 0 ? `${counted(known, "file")} already delivered. ` : "",
      count === 0 && growing === 0 ? "Each file is sent when the instrument has finished it. " : "",
      "Files that the portal already has are not sent again.",
    ].join(""),
  notSent: (files: string) => `Not sent: ${files}`,
  startWatching: "Start watching",
  startSending: (files: string) => `Start sending ${files}`,
  notSavedSeeFields: "Not saved: the fields on the earlier pages show why.",
  connectionNotTested: "The connection to the portal has not been tested.",

  somethingIsStillMissing: "Something is still missing",
  fillItIn: "Fill it in",
  missingAndNothingSaved: (missing: string) => `${missing} Nothing has been saved or sent.`,
  addressMissing: "The portal's address is missing.",
  credentialsMissing: "The user name or the password is missing.",
  instrumentMissing: "Choose the site and the instrument.",
  filesMissing: "Choose the folder and the pattern of the files.",
  changedElsewhereInSetup:
    "The settings file has been changed elsewhere. Discard your entries, check the current settings, then make your changes again. Nothing has been sent.",
  discardMyEntries: "Discard my entries",

  firstIsThere: "Your first file is on the portal",
  restFollows: "The others follow. You can close this page.",
  nextFollows: "The next one follows when it is finished. You can close this page.",
  sendingFirst: "Sending your first file",
  sendingHelp: "This page changes when the portal has confirmed it.",
  watchingNow: "Watching for the first file",
  watchingHelp: "Skyferry sends it when the instrument has finished it. This page then shows its record.",
  goToToday: "Go to Today",
  addAnother: "Add another instrument",
};
