import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { sayNodes } from "#renderer/components/said.ts";

/** Sentences of the guided setup. */
export const setupText = {
  stepOf: (at: number, of: number) => say("Step {at} of {of}", { at, of }),
  nothingYet: say("Nothing is saved or sent before the last step."),
  continueWithoutTesting: say("Continue without testing"),

  /** A sentence that leads to Settings, where the field is on the same page. */
  atField: (message: string) => message.replace(" in Settings", ""),

  whichPortal: say("Which data portal?"),
  askingAddress: say("Checking this address…"),
  noAddress: (typed: string) =>
    say("“{typed}” is not an address. Type the portal's address, such as https://portal.example.org.", {
      typed,
    }),
  aDataPortal: say("A data portal."),
  aPortalWithSites: (sites: string) => say("A data portal with {sites} sites.", { sites }),
  tryItFirst: say("Try it first"),
  usingCommandLineClient: say("Already using the command-line client?"),
  anotherFile: say("Another one?"),
  dropItHere: say("Drop its configuration file here, or"),
  chooseClientFile: say("choose it…"),
  notAClientFile: (name: string, why: string | null) =>
    why === null
      ? say("{name} is not a configuration file of the command-line client with instruments.", { name })
      : say("{name} is not a configuration file of the command-line client with instruments. {replace}", {
          name,
          replace: why.replace(`${name}: `, ""),
        }),
  foundInstruments: (instruments: string) => say("{instruments} found", { instruments }),
  inFile: (name: string, username: string | null) =>
    username === null
      ? say("In {name}. It has no user name and password: the next page asks for them.", { name })
      : say("In {name}. Its user name {username} and its password are used.", { name, username }),
  checkThese: (count: number) =>
    count === 1 ? say("Check this one") : say("Check these {count}", { count }),
  readDifferently: (lines: string) => say("Notes on the file ({lines})", { lines }),
  nextPagesAsk: say("Folder or pattern is missing: the next pages ask for it."),
  builtInPortalUnavailable: say("The built-in portal is not available here."),
  builtInPortalHelp: say(
    "A portal on this PC, three simulated instruments, and 62 days of data to explore. Nothing leaves this PC, and your own files and settings are not used.",
  ),
  continueWithBuiltInPortal: say("Continue with the built-in portal"),
  creatingDemoData: say("Creating 62 days of data. This takes a few seconds."),

  whichUser: say("Sign in to the portal"),
  signIn: say("Sign in"),
  credentialsWhy: say("Use the user name and password that the portal's operators gave this station."),
  passwordFromClient: say("The client's file contains one. Leave this empty to use it."),
  passwordAlreadyTyped: say("You have already typed one. Leave this empty to use it."),
  leaveEmptyToUse: (kept: string) => say("{kept} Leave this empty to use it.", { kept }),
  passwordGoesToKeychain: say("After the last page it is stored in the keychain of this PC."),
  passwordGoesToFile: say(
    "This PC has no keychain. After the last page it is stored in a file that only this user can read.",
  ),

  whereDoesItWrite: say("Where does the instrument write?"),
  whereDoTheyWrite: say("Where do the instruments write?"),
  folderFirst: say("Its file names show which instrument it is. You can add more instruments later."),
  onNetworkDrive: (kind: string) =>
    say(
      "It is on a network drive ({kind}). It is scanned more often, because network drives do not report changes and their clocks may differ.",
      { kind },
    ),
  lookingIntoFolder: say("Looking into the folder…"),
  folderIsEmpty: say("This folder has no files: choose the one that the instrument writes to."),
  folderIsSlow: say("This folder is slow and has shown no file yet: is the drive connected?"),
  calledLike: (files: string, sample: ReactNode, kinds: string) =>
    sayNodes("{files} such as {sample}: named like files of {kinds}.", { files, sample, kinds }),
  namesDoNotTell: (files: string) =>
    say("{files}. Their names do not show the instrument: choose it below.", { files }),
  noInstrumentAtSite: say(
    "The portal lists no instrument of this kind for this site. Choose another site, or ask the portal's operators to register it. Until then its files wait on this PC.",
  ),
  instrumentNotListed: say(
    "Not in the list? Ask the portal's operators to register it. Until then its files wait on this PC.",
  ),
  showEveryInstrument: say("Show every instrument"),
  shownOnEveryPage: say("Shown on every page."),
  nameTaken: say("Another instrument already has this name: choose a different one."),
  leaveThisOneOut: say("Leave this one out"),

  whichFiles: say("Are these its files?"),
  dateFromName: say("Skyferry reads the day of a file from its name."),
  fits: (files: string, total: string, isCut: boolean) =>
    files.startsWith(`${total} `)
      ? isCut
        ? `${say("All {total} checked files match.", { total })} `
        : total === "1"
          ? `${say("The one file matches.")} `
          : `${say("All {files} match.", { files })} `
      : isCut
        ? `${say("{files} of the {total} checked files match.", { files, total })} `
        : `${say("{files} of {total} match.", { files, total })} `,
  stillWritten: (files: string) => `${say("{files} of them are still being written.", { files })} `,
  leftAlone: (files: string) => say("{files} not sent.", { files }),
  noDateInNames: (sample: string) =>
    sample === ""
      ? say("No date can be read from these names: write the pattern yourself.")
      : say("No date can be read from these names, such as {sample}: write the pattern yourself.", {
          sample,
        }),
  datesAreFarOff: say(
    "The dates in these names are far from the times at which the files were written. Confirm the date below, or write the pattern yourself.",
  ),
  datesToConfirm: say("Is this date right?"),
  noNameFits: (total: string) => say("None of the {total} files matches this pattern.", { total }),
  patternUnusable: say("This pattern cannot be used."),
  namesOfSeveralKinds: say("This folder has several kinds of names:"),
  writesEvery: (span: string) => say("It writes about every {span}", { span }),
  writesNotSteadily: say("How often it writes is not known yet"),
  tellAfter: (span: string) => say("Notify me after {span} without a file", { span }),
  tellWhenUnusual: say("Notify me when this is unusual for the instrument"),
  writeThePattern: say("Pattern, and when a file is finished"),

  fromWhichDay: say("Send from which day?"),
  previewIntro: say("This is what would be sent, newest days first."),
  firstDay: say("First day that is sent"),
  everyDay: (day: string) => say("Everything, from {day} on", { day }),
  fromDay: (day: string) => say("From {day} on", { day }),
  noFileOn: (day: string) => say("{day}: no file yet", { day }),
  olderStay: (files: string) => `${say("{files} will not be sent.", { files })} `,
  planText: ({ growing, known }: Output<"settings.dryRun">, count: number) =>
    [
      growing > 0
        ? `${say("{growing, plural, one {# file} other {# files}} not finished yet: sent once finished.", { growing })} `
        : "",
      known > 0
        ? `${say("{known, plural, one {# file} other {# files}} already delivered.", { known })} `
        : "",
      count === 0 && growing === 0 ? `${say("Each file is sent when the instrument has finished it.")} ` : "",
      say("Files that the portal already has are not sent again."),
    ].join(""),
  notSent: (files: string) => say("Not sent: {files}", { files }),
  startWatching: say("Start watching"),
  startSending: (files: string) => say("Start sending {files}", { files }),
  notSavedSeeFields: say("Not saved: the fields on the earlier pages show why."),
  connectionNotTested: say("The connection to the portal has not been tested."),

  somethingIsStillMissing: say("Something is still missing"),
  fillItIn: say("Fill it in"),
  missingAndNothingSaved: (missing: string) => say("{missing} Nothing has been saved or sent.", { missing }),
  addressMissing: say("The portal's address is missing."),
  credentialsMissing: say("The user name or the password is missing."),
  instrumentMissing: say("Choose the site and the instrument."),
  filesMissing: say("Choose the folder and the pattern of the files."),
  changedElsewhereInSetup: say(
    "The settings file has been changed elsewhere. Discard your entries, check the current settings, then make your changes again. Nothing has been sent.",
  ),
  discardMyEntries: say("Discard my entries"),

  firstIsThere: say("Your first file is on the portal"),
  restFollows: say("The others follow. You can close this page."),
  nextFollows: say("The next one follows when it is finished. You can close this page."),
  sendingFirst: say("Sending your first file"),
  sendingHelp: say("This page changes when the portal has confirmed it."),
  watchingNow: say("Watching for the first file"),
  watchingHelp: say(
    "Skyferry sends it when the instrument has finished it. This page then shows its record.",
  ),
  goToToday: say("Go to Today"),
  addAnother: say("Add another instrument"),
};
