/** One value of a family; the labels are few and none of them grows with the number of files. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Observations of one label set; `buckets` count what is at most `upTo`, cumulative, smallest first. */
export interface Distribution {
  readonly labels: Readonly<Record<string, string>>;
  readonly buckets: readonly { readonly upTo: number; readonly count: number }[];
  readonly sum: number;
  readonly count: number;
}

/** One metric of the page. `name` is in base units: seconds, bytes; a counter ends in `_total`. */
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
