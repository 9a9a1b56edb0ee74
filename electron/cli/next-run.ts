/** What a daemon does by itself, the next run does. */
const sayings: readonly (readonly [RegExp, string])[] = [
  [
    /([.;:,]? ?)\bSkyferry retries(?: this one)? (?:automatically|afterwards)(?: afterwards)?/g,
    "the next run retries",
  ],
  [/([.;:,]? ?)\bSkyferry sends it again(?: automatically)?/g, "the next run sends it again"],
  [
    /([.;:,]? ?)\bSkyferry reads and sends it again(?: automatically)?/g,
    "the next run reads and sends it again",
  ],
  [/([.;:,]? ?)\bSkyferry keeps looking for it/g, "the next run looks for it"],
  [/([.;:,]? ?)\b[Ss]ending resumes automatically/g, "sending resumes with the next run"],
  [/([.;:,]? ?)\bretried automatically/g, "retried by the next run"],
];

/** A message of the engine's, where nothing runs that would do what it promises. */
export function ofNextRun(message: string): string {
  return sayings.reduce(
    (text, [said, meant]) =>
      text.replace(said, (_, before: string) => {
        const isStart = before === "" || /[.:] ?$/.test(before);
        return before + (isStart ? meant.charAt(0).toUpperCase() + meant.slice(1) : meant);
      }),
    message,
  );
}
