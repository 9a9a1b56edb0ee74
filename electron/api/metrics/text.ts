import type { Family } from "./families.ts";

export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

/** The families in the text format of Prometheus. The library is loaded by the first page: most hosts give none. */
export async function metricsText(families: readonly Family[]): Promise<string> {
  const { Counter, Gauge, Registry } = (await import("prom-client")).default;
  const registry = new Registry();
  for (const family of families) {
    if (family.kind === "histogram") {
      registry.registerMetric(histogramOf(family) as unknown as InstanceType<typeof Gauge>);
      continue;
    }
    const { name, help, samples } = family;
    const labelNames = [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))];
    const metric =
      family.kind === "counter"
        ? new Counter({ name, help, labelNames, registers: [registry] })
        : new Gauge({ name, help, labelNames, registers: [registry] });
    // Without labels the library begins with a zero of its own, which would be a value where none is known.
    if (samples.length === 0) metric.remove();
    for (const { labels, value } of samples) metric.inc(labels, value);
  }
  return await registry.metrics();
}

/** A histogram as the registry reads one; the library's own can only be observed, never filled. */
function histogramOf({ name, help, distributions }: Extract<Family, { kind: "histogram" }>) {
  const values = distributions.flatMap(({ labels, buckets, sum, count }) => [
    ...buckets.map((bucket) => ({
      metricName: `${name}_bucket`,
      labels: { ...labels, le: String(bucket.upTo) },
      value: bucket.count,
    })),
    { metricName: `${name}_bucket`, labels: { ...labels, le: "+Inf" }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]);
  return { name, get: async () => ({ name, help, type: "histogram", values }) };
}
