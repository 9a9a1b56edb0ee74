/** State of a month: `running` is one that is not over, `empty` one of which nothing was measured and nothing was to be. */
export const monthStates = ["complete", "incomplete", "running", "empty"] as const;

/** State of an instrument's day in a report: `open` is one that is not over. */
export const reportedDays = ["complete", "incomplete", "empty", "open"] as const;

export type ReportedDay = (typeof reportedDays)[number];
