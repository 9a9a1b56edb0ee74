import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { createCounters } from "#api/metrics/counters.ts";
import { createMetrics } from "#api/metrics/metrics.ts";
import { cause, uploadState } from "#contract/values.ts";
import { readExposition } from "#test/support/builders/exposition.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { fakeMetrics } from "#test/support/fakes/fake-metrics.ts";

const docs = new URL("../../docs/fleet/", import.meta.url);
let exported: ReadonlySet<string>;
let alerts: string;
let dashboard: Dashboard;
let readme: string;

interface Target {
  readonly expr: string;
}
interface Dashboard {
  readonly title: string;
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly description: string;
    readonly gridPos: { readonly x: number; readonly w: number };
    readonly targets: readonly Target[];
  }[];
}

beforeAll(async () => {
  const read = (name: string) => readFile(new URL(name, docs), "utf8");
  alerts = await read("alerts.yml");
  readme = await read("README.md");
  dashboard = JSON.parse(await read("dashboard.json"));
  const diskUse = async () => ({ parts: null, freeBytes: null, sizeBytes: null });
  const metrics = createMetrics({
    station: { metrics: async () => fakeMetrics([], 0) },
    counters: createCounters(),
    diskUse,
    clock: new FakeClock(),
    version: "0.1.0",
    startedAtMs: 0,
  });
  const families = [...readExposition(await metrics.page()).values()];
  const parts = ({ name, type }: (typeof families)[number]) =>
    type === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
  exported = new Set(families.flatMap(parts));
});

/** Names of metrics in a text; `up` is Prometheus' own. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:skyferry|process)_[a-z_]+\b/g)].map(([name]) => name);
}

/** Values that a text asks of a label: `state=~"a|b"` gives a and b. */
function valuesOf(label: string, text: string): readonly string[] {
  return [...text.matchAll(new RegExp(`\\b${label}[!=]~?"([^"]*)"`, "g"))].flatMap(([, all = ""]) =>
    all.split("|"),
  );
}

function expressions(): readonly string[] {
  return dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

describe("the rules, the dashboard and the page about them", () => {
  it("name only metrics that a station gives", () => {
    const named = {
      alerts: namesIn(alerts),
      dashboard: namesIn(expressions().join("\n")),
      readme: namesIn(readme),
    };
    for (const [where, names] of Object.entries(named)) {
      expect(names.length).toBeGreaterThan(3);
      expect([where, names.filter((name) => !exported.has(name))]).toEqual([where, []]);
    }
  });

  it("ask only for causes and states that there are", () => {
    const text = alerts + expressions().join("\n");
    const causes = valuesOf("cause", text);
    expect(causes).toContain("credentials");
    for (const one of causes) expect(cause.options).toContain(one);
    for (const one of valuesOf("state", text)) expect(uploadState.options).toContain(one);
  });
});

describe("the rules", () => {
  const rules = () => alerts.split(/^ {6}- alert: /m).slice(1);

  it("are written as Prometheus reads them: two spaces a step, no tab, no key twice in a rule", () => {
    expect(alerts).not.toContain("\t");
    for (const line of alerts.split("\n").filter((one) => one.trim() !== ""))
      expect([line, (line.length - line.trimStart().length) % 2]).toEqual([line, 0]);
    expect(rules().length).toBeGreaterThan(12);
    for (const rule of rules()) {
      const keys = [...rule.matchAll(/^ {8,10}([a-z]+):/gm)].map(([, key]) => key);
      expect(keys).toEqual(["expr", "for", "labels", "severity", "annotations", "summary", "description"]);
    }
  });

  it("wait before they call, say how urgent it is, and speak in sentences", () => {
    const names = rules().map((rule) => rule.split("\n")[0]);
    expect(new Set(names).size).toBe(names.length);
    for (const rule of rules()) {
      expect(rule).toMatch(/^ {8}for: \d+[mhd]$/m);
      expect(rule).toMatch(/^ {10}severity: (page|ticket)$/m);
      expect(rule).toMatch(/^ {10}description: "[A-Z].+\."$/m);
      expect(rule).toMatch(/^ {10}summary: ".*[a-z].*"$/m);
      expect(rule).not.toMatch(/!"|!$/m);
    }
  });

  it("cover what an operator of a network must hear of", () => {
    const named = [
      "StationNotScraped",
      "PortalUnreachable",
      "PasswordRefused",
      "FilesBlocked",
      "OldestFileUnsent",
      "InstrumentSilent",
      "DiskNearlyFull",
      "LedgerRebuilt",
      "ClockFarOff",
    ];
    for (const name of named) expect(alerts).toContain(`- alert: ${name}\n`);
  });
});

describe("the dashboard", () => {
  it("has panels that say what they show and fit the width", () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title, description, gridPos, targets } of dashboard.panels) {
      expect([title, description.endsWith(".")]).toEqual([title, true]);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      expect(targets.length).toBeGreaterThan(0);
    }
  });

  it("has balanced expressions that all obey the choice of stations", () => {
    for (const expr of expressions()) {
      for (const pair of ["()", "{}", "[]"])
        expect([expr, expr.split(pair.charAt(0)).length]).toEqual([expr, expr.split(pair.charAt(1)).length]);
      expect(expr).toContain('instance=~"$station"');
    }
  });
});
