import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { sayNodes } from "#renderer/components/said.ts";

/** Sentences around every page, and where no page can be shown. */
export const frameText = {
  demoEnded: say("The demo has ended."),
  demoIsSimulated: say("Portal and instruments are simulated; nothing leaves this computer."),
  thisIsADemo: say("This is a demo."),
  demoWritesTo: (folder: ReactNode) => sayNodes("The simulated instruments write to {folder}.", { folder }),
  endDemo: say("End the demo"),
  skipToContent: say("Skip to content"),
  linkLostHelp: say(
    "This page may be out of date. It reconnects automatically. If Skyferry was stopped, start it and open its new address.",
  ),
  linkLost: say("The connection to Skyferry is lost."),
  openFullAddress: say("Open the full address that Skyferry printed"),
  openFullAddressHelp: (hash: ReactNode) =>
    sayNodes(
      "Your files are not affected: Skyferry keeps sending them. Open the full address, including everything after the {hash}, as Skyferry printed it when it started. It changes each time Skyferry starts.",
      { hash },
    ),
  pageNotFound: say("Page not found"),
  noPageHere: say("There is no page at this address"),
  goToToday: say("Go to Today"),
  addressDoesNotExist: (address: ReactNode) =>
    sayNodes("The address {address} does not exist. Sending is not affected.", { address }),
  pageFailed: say("This page could not be shown"),
  onlyThisFailed: (error: string) =>
    say("Sending continues; only this could not be shown. {error}", { error }),
  partNotLoaded: say("This could not be opened: Skyferry has stopped or was updated."),
  stoppedOrUpdated: say("Skyferry has stopped or was updated."),
  checkingStation: say("Checking the station…"),
  statusNotAvailable: (message: string) => say("Status not available: {message}", { message }),
  setClock: say("Set this PC's clock: a wrong clock gives some files a wrong date."),
  clockIsOff: (by: string, isAhead: boolean) =>
    isAhead
      ? say("This PC is {by} ahead of the portal", { by })
      : say("This PC is {by} behind the portal", { by }),
  notDelivered: (others: string) => say("{others} not delivered yet", { others }),
  needsYouAndNotDelivered: (need: string, others: string) =>
    say("{need}, {others} not delivered yet", { need, others }),
  keys: say("Keys"),
  keysOfPages: say("Pages"),
  keysOfLists: say("Lists and files"),
  shapes: say("Shapes"),
  keyHelp: {
    palette: say("Find a page, an instrument, a file or a setting, ask, or start an action"),
    help: say("Show the keys"),
    search: say("Search"),
    undo: say("Undo, while the page offers it"),
    move: say("Next and previous row"),
    within: say("Move within the row"),
    select: say("Select the row"),
    open: say("Close the panel or a dialog"),
    retry: say("Retry the open file"),
    explain: say("Explain the open file"),
  },
  dropFiles: say("Drop to add these files"),
  dropFilesHelp: say("You see what would be sent before anything is sent."),
  addFiles: say("Add files…"),
  goTo: say("Go to a page, an instrument or a file, or ask: radar yesterday"),
  nothingFound: say(
    "Nothing found. Try a part of a file’s name, “radar yesterday”, “why NAME” or “report november”.",
  ),
  /** Groups of words that a question may have, each with its forms; a phrase of several words is one form. */
  wordsToAsk: say(
    "why | send, resend | again | report | today | yesterday | last | last month | this month | of, for, the",
  ),
  searching: say("Searching…"),
  groups: {
    page: say("Page"),
    instrument: say("Instrument"),
    action: say("Action"),
    answer: say("Answer"),
    file: say("File"),
    setting: say("Setting"),
    here: say("On this page"),
  },
  plotsOf: (what: string, date: string) => say("Plots of {what}, {date}", { what, date }),
  plotsOfDay: (date: string) => say("Plots of {date}", { date }),
  coverageOf: (what: string, date: string) => say("Coverage of {what}, {date}", { what, date }),
  coverageOfMonth: (month: string) => say("Coverage of {month}", { month }),
  logOfDay: (date: string) => say("Log of {date}", { date }),
  sendAgainOf: (what: string, date: string) => say("Send files again: {what}, {date}", { what, date }),
  fileOf: (name: string, instrument: string) => `${name} · ${instrument}`,
  why: (name: string, instrument: string) => say("Why? {name} · {instrument}", { name, instrument }),
  settingsPage: (name: string) => say("Settings: {name}", { name }),
  /** By what stands in their addresses. */
  settingsPages: {
    instruments: say("Instruments"),
    portal: say("Portal and sending"),
    notifications: say("Notifications"),
    storage: say("Storage"),
    general: say("General"),
    backup: say("Backup and support"),
  },
  removable: say("Disk: what may be removed?"),
  filesOf: (name: string) => say("Files of {name}", { name }),
  lookForFiles: say("Look for new files now"),
  tryPortalNow: say("Try the portal now"),
  pauseOneHour: say("Pause sending for 1 hour"),
  resumeSending: say("Resume sending"),
  showKeys: say("Show the keys"),
  hostStopped: say("Skyferry has stopped or does not answer."),
  hostSilent: say("Skyferry does not answer."),
  backToToday: say("Back to Today"),
  useSettingsInstead: say("Use Settings instead"),
};
