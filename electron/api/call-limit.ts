/** Bytes that the input of one call may have as JSON, whichever way it comes. */
export const callLimitBytes = 1_048_576;
