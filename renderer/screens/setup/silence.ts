/** An instrument is called silent after three times the minutes that are expected of it (`domain/cadence.ts`). */
const silentAfterTimes = 3;

/** After so many minutes without a file somebody may be told. */
export const silenceMinutes = [
  30, 60, 120, 180, 360, 720, 1_440, 2_880, 4_320, 10_080, 20_160, 86_400,
] as const;

/** `expectEveryMinutes` of the settings for being told after so many minutes. */
export function expectedEvery(silentAfterMinutes: number): number {
  return silentAfterMinutes / silentAfterTimes;
}

/** The same the other way round. */
export function silentAfter(expectEveryMinutes: number): number {
  return expectEveryMinutes * silentAfterTimes;
}

/** The first that gives three files the chance to come; null where nobody knows how often they do. */
export function proposedSilence(usualMinutes: number | null): number | null {
  if (usualMinutes === null) return null;
  return silenceMinutes.find((minutes) => minutes >= silentAfterTimes * usualMinutes) ?? null;
}
