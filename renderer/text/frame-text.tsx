import type { ReactNode } from "react";

/** Sentences around every page, and where no page can be shown. */
export const frameText = {
  demoEnded: "The demo has ended.",
  demoIsSimulated: "Portal and instruments are simulated; nothing leaves this computer.",
  thisIsADemo: "This is a demo.",
  demoWritesTo: (folder: ReactNode) => <>The simulated instruments write to {folder}.</>,
  endDemo: "End the demo",
  skipToContent: "Skip to content",
  linkLostHelp:
    "This page may be out of date. It reconnects automatically. If Skyferry was stopped, start it and open its new address.",
  linkLost: "The connection to Skyferry is lost.",
  openFullAddress: "Open the full address that Skyferry printed",
  openFullAddressHelp: (hash: ReactNode) => (
    <>
      Your files are not affected: Skyferry keeps sending them. Open the full address, including everything
      after the {hash}, as Skyferry printed it when it started. It changes each time Skyferry starts.
    </>
  ),
  pageNotFound: "Page not found",
  noPageHere: "There is no page at this address",
  goToToday: "Go to Today",
  addressDoesNotExist: (address: ReactNode) => (
    <>The address {address} does not exist. Sending is not affected.</>
  ),
  pageFailed: "This page could not be shown",
  onlyThisFailed: (error: string) => `Sending continues; only this could not be shown. ${error}`,
  partNotLoaded: "This could not be opened: Skyferry has stopped or was updated.",
  stoppedOrUpdated: "Skyferry has stopped or was updated.",
  checkingStation: "Checking the station…",
  statusNotAvailable: (message: string) => `Status not available: ${message}`,
  setClock: "Set this PC's clock: a wrong clock gives some files a wrong date.",
  clockIsOff: (by: string, isAhead: boolean) =>
    `This PC is ${by} ${isAhead ? "ahead of" : "behind"} the portal`,
  notDelivered: (others: string) => `${others} not delivered yet`,
  needsYouAndNotDelivered: (need: string, others: string) => `${need}, ${others} not delivered yet`,
  keys: "Keys",
  keysOfPages: "Pages",
  keysOfLists: "Lists and files",
  shapes: "Shapes",
  keyHelp: {
    palette: "Find a page, an instrument, a file or a setting, ask, or start an action",
    help: "Show the keys",
    search: "Search",
    undo: "Undo, while the page offers it",
    move: "Next and previous row",
    within: "Move within the row",
    select: "Select the row",
    open: "Close the panel or a dialog",
    retry: "Retry the open file",
    explain: "Explain the open file",
  },
  dropFiles: "Drop to add these files",
  dropFilesHelp: "You see what would be sent before anything is sent.",
  addFiles: "Add files…",
  goTo: "Go to a page, an instrument or a file, or ask: radar yesterday",
  nothingFound:
    "Nothing found. Try a part of a file’s name, “radar yesterday”, “why NAME” or “report november”.",
  searching: "Searching…",
  groups: {
    page: "Page",
    instrument: "Instrument",
    action: "Action",
    answer: "Answer",
    file: "File",
    setting: "Setting",
    here: "On this page",
  },
  plotsOf: (what: string, date: string) => `Plots of ${what}, ${date}`,
  plotsOfDay: (date: string) => `Plots of ${date}`,
  coverageOf: (what: string, date: string) => `Coverage of ${what}, ${date}`,
  coverageOfMonth: (month: string) => `Coverage of ${month}`,
  logOfDay: (date: string) => `Log of ${date}`,
  sendAgainOf: (what: string, date: string) => `Send files again: ${what}, ${date}`,
  fileOf: (name: string, instrument: string) => `${name} · ${instrument}`,
  why: (name: string, instrument: string) => `Why? ${name} · ${instrument}`,
  settingsPage: (name: string) => `Settings: ${name}`,
  /** By what stands in their addresses. */
  settingsPages: {
    instruments: "Instruments",
    portal: "Portal and sending",
    notifications: "Notifications",
    storage: "Storage",
    general: "General",
    backup: "Backup and support",
  },
  removable: "Disk: what may be removed?",
  filesOf: (name: string) => `Files of ${name}`,
  lookForFiles: "Look for new files now",
  tryPortalNow: "Try the portal now",
  pauseOneHour: "Pause sending for 1 hour",
  resumeSending: "Resume sending",
  showKeys: "Show the keys",
  hostStopped: "Skyferry has stopped or does not answer.",
  hostSilent: "Skyferry does not answer.",
  backToToday: "Back to Today",
  useSettingsInstead: "Use Settings instead",
};
