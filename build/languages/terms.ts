/** The terms of the glossary that each language's `terms.json` translates, and how English messages hold them. */
export const terms: Readonly<Record<string, RegExp>> = {
  upload: /\buploads?\b/i,
  delivered: /\bdelivered\b/i,
  receipt: /\breceipts?\b/i,
  held: /\bheld\b|\bon hold\b/i,
  coverage: /\bcoverage\b/i,
  silent: /\bsilent\b/i,
  "needs you": /\bneeds? you\b/i,
  queue: /\bqueue\b/i,
  retry: /\bretr(?:y|ies|ied)\b/i,
  instrument: /\binstruments?\b/i,
  station: /\bstations?\b/i,
  site: /\bsites?\b/i,
  portal: /\bportals?\b/i,
  folder: /\bfolders?\b/i,
  pattern: /\bpatterns?\b/i,
  "record of uploads": /\brecord of uploads\b/i,
  backup: /\bbackups?\b/i,
  restore: /\brestor(?:e|es|ed|ing)\b/i,
  heartbeat: /\bheartbeats?\b/i,
  "station report": /\bstation reports?\b/i,
  notification: /\bnotifications?\b/i,
  snooze: /\bsnooz(?:e|es|ed|ing)\b/i,
  "mark as known": /\bas known\b/i,
  blocked: /\bblocked\b/i,
  waiting: /\bwaiting\b/i,
  pause: /\bpaus(?:e|es|ed|ing)\b/i,
  resume: /\bresum(?:e|es|ed|ing)\b/i,
  backlog: /\bbacklog\b/i,
  checksum: /\bchecksums?\b/i,
  metadata: /\bmetadata\b/i,
  plot: /\bplots?\b/i,
  "raw file": /\braw files?\b/i,
  product: /\bproducts?\b/i,
  settings: /\bsettings\b/i,
  log: /\blog\b/i,
  journal: /\bjournal\b/i,
  daemon: /\bdaemons?\b/i,
  service: /\bservices?\b/i,
  "data folder": /\bdata folders?\b/i,
  "support bundle": /\bsupport bundles?\b/i,
  "clean-up": /\bclean-?up\b/i,
  "set-up": /\bset-?up\b/i,
  password: /\bpasswords?\b/i,
  token: /\btokens?\b/i,
};

/** Words in another sense than the glossary's, and those that are typed. */
const otherwise =
  /\bheld up\b|\blog in\b|\bdate token\b|\bnot a token\b|\blaunch daemon\b|\bfolder backups\b|\bheartbeat or report\b|: portal and instruments\b|\bskyferry(?:-\w+|(?: [a-z-]+)*)|--[\w-]+/g;

/** A message's words, without what is typed, named, linked or put in: no term is looked for there. */
export function wordsOf(message: string): string {
  return message
    .replace(/\{\w+(?:, plural,)?/g, " ")
    .replace(/.* in braces$|\b\w+\.\w+\b|\S+@\S+|\]\([^)]*\)|`[^`]*`|"[^"]*"|https?:\S*|(?:^|\s)\/\w+/g, " ")
    .replace(otherwise, " ");
}
