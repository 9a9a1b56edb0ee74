const beginning = "The record of uploads is already in use by another Skyferry process";

/** Another process has the record of uploads in that data folder. */
export function recordInUse(dataFolder: string): string {
  return `${beginning} (data folder ${dataFolder}). Stop that one first.`;
}

/** Whether a sentence is that one. */
export function isRecordInUse(message: string): boolean {
  return message.startsWith(beginning);
}
