/** A line with a value. */
export interface ExposedSample {
  /** As written: a histogram's end in `_bucket`, `_sum` or `_count`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ExposedFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly ExposedSample[];
}

/**
 * Reads a page in Prometheus' text format, version 0.0.4, strictly: every family has HELP and TYPE before its samples and
 * is in one place only, no sample comes twice, names, labels and values are well formed. Throws with the line at fault.
 */
export function readExposition(page: string): ReadonlyMap<string, ExposedFamily> {
  const families = new Map<string, ExposedFamily & { readonly samples: ExposedSample[] }>();
  const seen = new Set<string>();
  let help: { readonly name: string; readonly text: string } | null = null;
  let current: string | null = null;
  if (!page.endsWith("\n")) throw new Error("the page does not end with a line's end");
  for (const line of page.slice(0, -1).split("\n")) {
    const fault = (what: string): Error => new Error(`${what}: ${line}`);
    if (line === "") continue;
    if (line.startsWith("#")) {
      const { kind, name, rest } = readComment(line);
      if (kind === "HELP") {
        if (families.has(name)) throw fault("a family in two places");
        help = { name, text: rest };
        continue;
      }
      if (help?.name !== name) throw fault("TYPE without its HELP");
      families.set(name, { name, help: help.text, type: rest, samples: [] });
      current = name;
      continue;
    }
    const family = families.get(current ?? "");
    const sample = sampleOf(family, line);
    const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
    if (seen.has(key)) throw fault("a sample twice");
    seen.add(key);
    family?.samples.push(sample);
  }
  for (const family of families.values()) if (family.type === "histogram") checkHistogram(family);
  return families;
}

/** The value of the sample with exactly these labels; undefined where there is none. */
export function sampleValue(
  families: ReadonlyMap<string, ExposedFamily>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = JSON.stringify(Object.entries(labels).sort());
  return families
    .get(name)
    ?.samples.find((sample) => JSON.stringify(Object.entries(sample.labels).sort()) === wanted)?.value;
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|Inf)|NaN)$/;
const labelPair = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/y;

function readComment(line: string): { readonly kind: string; readonly name: string; readonly rest: string } {
  const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? [];
  if (kind === undefined) throw new Error(`neither HELP nor TYPE: ${line}`);
  if (kind === "TYPE" && !/^(counter|gauge|histogram)$/.test(rest)) throw new Error(`not a type: ${line}`);
  return { kind, name, rest };
}

function sampleOf(family: ExposedFamily | undefined, line: string): ExposedSample {
  const sample = readSample(line);
  if (sample === null) throw new Error(`not a sample: ${line}`);
  if (family === undefined || !isOf(family, sample.name))
    throw new Error(`a sample outside of its family: ${line}`);
  return sample;
}

function readSample(line: string): ExposedSample | null {
  const [, name = "", written = "", value = ""] = sampleLine.exec(line) ?? [];
  if (name === "") return null;
  const labels: Record<string, string> = {};
  labelPair.lastIndex = 0;
  while (labelPair.lastIndex < written.length) {
    const [, label = "", text = ""] = labelPair.exec(written) ?? [];
    if (label === "" || label in labels) return null;
    labels[label] = text.replace(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one));
  }
  return {
    name,
    labels,
    value: value.endsWith("Inf") ? Number(value.replace("Inf", "Infinity")) : Number(value),
  };
}

function isOf({ name, type }: ExposedFamily, sample: string): boolean {
  return type === "histogram" ? new RegExp(`^${name}_(bucket|sum|count)$`).test(sample) : sample === name;
}

/** Buckets climb, and the last one holds what the count says. */
function checkHistogram({ name, samples }: ExposedFamily): void {
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...rest } }) => JSON.stringify(rest));
  for (const [labels, own] of groups) {
    const buckets = own.filter((one) => one.name === `${name}_bucket`);
    const counts = buckets.map(({ value }) => value);
    const total = own.find((one) => one.name === `${name}_count`)?.value;
    const isClimbing = counts.every((value, place) => value >= (counts[place - 1] ?? 0));
    const hasAll = own.some((one) => one.name === `${name}_sum`) && buckets.at(-1)?.labels.le === "+Inf";
    if (!isClimbing || !hasAll || counts.at(-1) !== total)
      throw new Error(`${name}${labels} is no histogram`);
  }
}
