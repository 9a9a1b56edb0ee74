/** More says nothing more, and a report may hold a sentence for each variable. */
const mostReasons = 5;
const longestReason = 200;

const levels = ["error", "warning"];

/**
 * Gives the findings of the tests in a quality report (docs/portal/observed.md §5), `Test: what`, errors first; null where
 * it is no report. Only errors and warnings are told.
 */
export function reasonsIn(given: unknown): readonly string[] | null {
  const tests = fieldsOf(given)?.testReports ?? fieldsOf(given)?.tests;
  if (!Array.isArray(tests)) return null;
  const failed = tests.flatMap((test: unknown) => {
    const { name, testId, result, exceptions, messages } = fieldsOf(test) ?? {};
    if (typeof result !== "string" || !levels.includes(result)) return [];
    const title = textOf(name) ?? textOf(testId) ?? "Quality control";
    const said = [exceptions, messages]
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .flatMap(messageOf);
    const sentences = said.length === 0 ? [title] : said.map((what) => `${title}: ${what}`);
    return sentences.map((sentence) => ({ sentence, result }));
  });
  return failed
    .toSorted((a, b) => levels.indexOf(a.result) - levels.indexOf(b.result))
    .slice(0, mostReasons)
    .map(({ sentence }) => cut(sentence));
}

/** The message, or else what was compared: `variable`, `expected`, `received` or alike. */
function messageOf(given: unknown): string[] {
  const fields = fieldsOf(given);
  const text = textOf(given) ?? textOf(fields?.message) ?? comparedIn(fields);
  return text === null ? [] : [text.replace(/[.\s]+$/, "")];
}

/** "Zh: expected dBZ, received 1"; null where there is nothing but a result. */
function comparedIn(fields: Readonly<Record<string, unknown>> | null): string | null {
  const { result, title, variable, ...compared } = fields ?? {};
  const at = textOf(variable) ?? textOf(title);
  const values = Object.entries(compared).flatMap(([key, value]) =>
    value === null || value === "" ? [] : [`${key} ${textOf(value) ?? JSON.stringify(value)}`],
  );
  return [at, values.join(", ")].filter((part) => part !== null && part !== "").join(": ") || null;
}

function cut(sentence: string): string {
  const line = sentence.replaceAll(/\s+/g, " ");
  return line.length <= longestReason ? line : `${line.slice(0, longestReason - 1)}…`;
}

function fieldsOf(given: unknown): Readonly<Record<string, unknown>> | null {
  return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : null;
}

function textOf(given: unknown): string | null {
  return typeof given === "string" && given.trim() !== "" ? given.trim() : null;
}
