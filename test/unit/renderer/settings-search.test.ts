import { describe, expect, it } from "vitest";
import type { SettingRows } from "#domain/setting-rows.ts";
import { settingsTable } from "#domain/settings-table.ts";
import { findSettings, knownSettings } from "#renderer/settings-form/settings-search.ts";

const one = knownSettings(["Cloud radar"]);
const labelsOf = (typed: string, known = one) => findSettings(known, typed).map(({ label }) => label);

describe("the search over all settings", () => {
  it("finds by label, help and key, what begins so first", () => {
    expect(labelsOf("quiet")[0]).toBe("Quiet hours");
    expect(labelsOf("QUIET hours")).toContain("Quiet hours");
    expect(labelsOf("slack")).toEqual(["Add a channel"]);
    expect(labelsOf("logMB")).toEqual(["Log files"]);
    expect(labelsOf("log")[0]).toBe("Log files");
    expect(labelsOf(" ")).toEqual([]);
    expect(labelsOf("xylophone")).toEqual([]);
  });

  it("finds an instrument by its name, and its fields in the one that there is", () => {
    const [radar] = findSettings(one, "cloud radar");
    expect(radar?.to).toBe("/settings/instruments/0");
    expect(findSettings(one, "pattern")[0]).toMatchObject({
      to: "/settings/instruments/0",
      anchor: "Pattern",
    });
    const [pattern] = findSettings(knownSettings(["a", "b"]), "pattern");
    expect(pattern).toMatchObject({ to: "/settings/instruments", anchor: "Instruments" });
    expect(new Set(one.map(({ id }) => id)).size).toBe(one.length);
  });

  it("knows every setting that has a name on its page; those at the top, of models, metrics, heartbeat and report are shown beside others", () => {
    const ids = one.map(({ id }) => id);
    const {
      models: _,
      metrics: __,
      "notifications.heartbeat": ___,
      report: ____,
      "": _____,
      ...sections
    } = settingsTable;
    for (const [section, rows] of Object.entries<SettingRows>(sections))
      for (const [key, { label, title }] of Object.entries(rows))
        expect([key, ids.includes(`${section}.${key}`)]).toEqual([key, (label ?? title) !== undefined]);
    expect(ids).toEqual(expect.arrayContaining(["instruments.model", "language", "metrics", "report"]));
    expect(findSettings(one, "heartbeat")[0]).toMatchObject({ anchor: "Heartbeat" });
  });
});
