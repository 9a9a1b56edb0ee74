import { say } from "#base/say.ts";
/** Sentences about the tokens of programs. */
export const tokenText = {
  title: say("Tokens"),
  help: say(
    "A program on this PC, such as a dashboard or a script, asks Skyferry with a token. Give each program its own, and revoke it when it is no longer needed.",
  ),
  takesEffectAtOnce: say(
    "Changes take effect at once. No token can see or change settings or passwords, nor see the content of files.",
  ),
  name: say("Name of the program"),
  scope: say("What it may do"),
  scopes: { read: say("Look only"), operate: say("Look and operate") },
  scopeHelp: {
    read: say("Sees the state of the station, its files, its log and its events."),
    operate: say("May also pause, resume, retry, cancel, send again and rescan."),
  },
  expires: say("Expires"),
  lifetimes: [
    ["30", say("after 30 days")],
    ["90", say("after 90 days")],
    ["365", say("after a year")],
    ["", say("never")],
  ],
  create: say("Create token"),
  tokenOf: (name: string) => say("Token of {name}", { name }),
  keepItNow: say("Copy it now. It is not shown again."),
  copy: say("Copy token"),
  none: say("No program has a token yet."),
  created: say("created"),
  notUsedYet: say("not used yet"),
  lastUsed: say("last used"),
  neverExpires: say("does not expire"),
  expiredAt: say("expired"),
  expiresAt: say("expires"),
  revoke: say("Revoke"),
  revokeOf: (name: string) => say("Revoke {name}", { name }),
  revokeQuestion: (name: string) => say("Revoke the token of {name}?", { name }),
  revokeConsequence: say(
    "The program is refused from now on. This cannot be undone; you can create another token.",
  ),
} as const;
