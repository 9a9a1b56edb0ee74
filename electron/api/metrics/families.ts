/** Few, and none of them grows with the number of files. */
export type Labels = Readonly<Record<string, string>>;

/** A value of a family. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** Observations of one label set; `buckets` count what is at most `upTo`, cumulative, smallest first. */
export interface Distribution {
  readonly labels: Labels;
  readonly buckets: readonly { readonly upTo: number; readonly count: number }[];
  readonly sum: number;
  readonly count: number;
}

/** A metric of the page. `name` is in base units: seconds, bytes; a counter ends in `_total`. */
export type Family =
  | {
      readonly kind: "gauge" | "counter";
      readonly name: string;
      readonly help: string;
      readonly samples: readonly Sample[];
    }
  | {
      readonly kind: "histogram";
      readonly name: string;
      readonly help: string;
      readonly distributions: readonly Distribution[];
    };

/** A gauge of several label sets. */
export function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { kind: "gauge", name, help, samples };
}

/** A gauge of one value; null where it is not known: then the page has its name and no value. */
export function oneGauge(name: string, help: string, value: number | null): Family {
  return gauge(name, help, value === null ? [] : [{ labels: {}, value }]);
}

/** A counter of several label sets. */
export function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { kind: "counter", name, help, samples };
}

/** Content type of an answer with {@link metricsText}. */
export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

/** The families in the text format of Prometheus ("Exposition formats", version 0.0.4). */
export function metricsText(families: readonly Family[]): string {
  return families.map((family) => `${linesOf(family).join("\n")}\n`).join("\n");
}

function linesOf(family: Family): readonly string[] {
  const { kind, name, help } = family;
  const head = [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${kind}`];
  if (family.kind !== "histogram")
    return [...head, ...family.samples.map(({ labels, value }) => sampleLine(name, labels, value))];
  const ofDistribution = ({ labels, buckets, sum, count }: Distribution): readonly string[] => [
    ...buckets.map((bucket) =>
      sampleLine(`${name}_bucket`, { ...labels, le: `${bucket.upTo}` }, bucket.count),
    ),
    sampleLine(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
    sampleLine(`${name}_sum`, labels, sum),
    sampleLine(`${name}_count`, labels, count),
  ];
  return [...head, ...family.distributions.flatMap(ofDistribution)];
}

function sampleLine(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(
    ([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`,
  );
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
