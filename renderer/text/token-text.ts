/** Sentences about the tokens of programs. */
export const tokenText = {
  title: "Tokens",
  help: "A program on this PC, such as a dashboard or a script, asks Skyferry with a token. Give each program its own, and revoke it when it is no longer needed.",
  takesEffectAtOnce:
    "Changes take effect at once. No token can see or change settings or passwords, nor see the content of files.",
  name: "Name of the program",
  scope: "What it may do",
  scopes: { read: "Look only", operate: "Look and operate" },
  scopeHelp: {
    read: "Sees the state of the station, its files, its log and its events.",
    operate: "May also pause, resume, retry, cancel, send again and rescan.",
  },
  expires: "Expires",
  lifetimes: [
    ["30", "after 30 days"],
    ["90", "after 90 days"],
    ["365", "after a year"],
    ["", "never"],
  ],
  create: "Create token",
  tokenOf: (name: string) => `Token of ${name}`,
  keepItNow: "Copy it now. It is not shown again.",
  copy: "Copy token",
  none: "No program has a token yet.",
  created: "created",
  notUsedYet: "not used yet",
  lastUsed: "last used",
  neverExpires: "does not expire",
  expiredAt: "expired",
  expiresAt: "expires",
  revoke: "Revoke",
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeQuestion: (name: string) => `Revoke the token of ${name}?`,
  revokeConsequence:
    "The program is refused from now on. This cannot be undone; you can create another token.",
} as const;
