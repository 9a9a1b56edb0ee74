/** Error codes of a call, each with its HTTP status and what it says. */
export const errorCodes = {
  "unknown-method": { status: 404, means: "There is no method of this name." },
  "bad-input": { status: 400, means: "The message names the field and what it must be." },
  "not-found": { status: 404, means: "Nothing has this id, name or path." },
  "portal-refused": { status: 502, means: "The portal answered with an error of its own." },
  "portal-trouble": { status: 502, means: "The portal or the link failed." },
  "ledger-trouble": { status: 503, means: "The record of uploads could not be read or written." },
  unreadable: { status: 422, means: "A file is no NetCDF, is damaged, or holds what cannot be shown." },
  "not-offered": { status: 501, means: "This host cannot do it: a daemon opens no window." },
  conflict: { status: 409, means: "The value that was to be replaced has changed since it was read." },
  "not-saved": { status: 503, means: "The disk did not take what was to be written." },
  abandoned: { status: 499, means: "The caller went away before the end." },
  unauthorized: { status: 401, means: "The token is missing, wrong, revoked or expired." },
  forbidden: {
    status: 403,
    means: "The token's scope is not enough, or the request comes from another site.",
  },
  "too-large": { status: 413, means: "The request has more bytes than the message says." },
  "not-json": { status: 415, means: "The request is not JSON, or its Content-Type does not say so." },
  "wrong-verb": { status: 405, means: "Another HTTP method is needed: the header `Allow` names it." },
  "no-answer": { status: 504, means: "The host is gone or silent; made by the caller's side." },
  internal: { status: 500, means: "A mistake of the program." },
} as const;

/** Error code of a call, for programs; the message beside it is for people. */
export type ReplyErrorCode = keyof typeof errorCodes;
