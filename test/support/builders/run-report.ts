/** What a run reports in which nothing was found, without its seconds. */
export const emptyRun = {
  found: 0,
  delivered: 0,
  deliveredBefore: 0,
  known: 0,
  twins: 0,
  superseded: 0,
  blocked: [],
  waiting: [],
  planned: [],
  skipped: [],
  unreadable: [],
  holds: [],
  requests: { post: 0, put: 0, get: 0 },
  bytesSent: 0,
} as const;
