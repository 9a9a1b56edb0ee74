import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { settingsPage } from "#build/settings-keys.ts";
import {
  heartbeatSchema,
  instrumentSchema,
  keepSchema,
  metricsSchema,
  modelSourceSchema,
  notificationsSchema,
  portalSchema,
  stationReportSchema,
  stationSchema,
} from "#contract/settings-file.ts";
import { notificationKinds } from "#domain/notification-settings.ts";
import type { SettingRows } from "#domain/setting-rows.ts";
import { settingsTable } from "#domain/settings-table.ts";

const top = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(top, file), "utf8");

interface Place {
  readonly shape: object;
  /** Form with the fields of the section. */
  readonly form: string;
  /** Keys with fields that no row can draw, or with none. */
  readonly own: readonly string[];
}

const ofSource = ["site", "folder", "tags", "finish", "deadlines", "instrument", "pid", "model"];
const sourceForm = "renderer/settings-form/instrument-form.tsx";
const places: Readonly<Record<keyof typeof settingsTable, Place>> = {
  "": {
    shape: stationSchema.shape,
    form: "renderer/screens/settings/general-tab.tsx",
    own: ["language"],
  },
  portal: { shape: portalSchema.shape, form: "renderer/screens/settings/portal-tab.tsx", own: ["rates"] },
  instruments: { shape: instrumentSchema.shape, form: sourceForm, own: ofSource },
  models: {
    shape: modelSourceSchema().shape,
    form: sourceForm,
    own: ofSource,
  },
  notifications: {
    shape: notificationsSchema().shape,
    form: "renderer/screens/settings/notifications-tab.tsx",
    own: [...notificationKinds, "channels", "heartbeat", "digestAt"],
  },
  "notifications.heartbeat": {
    shape: heartbeatSchema().shape,
    form: "renderer/screens/settings/heartbeat-panel.tsx",
    own: [],
  },
  report: {
    shape: stationReportSchema().shape,
    form: "renderer/screens/settings/station-report-panel.tsx",
    own: [],
  },
  keep: { shape: keepSchema().shape, form: "renderer/screens/settings/storage-tab.tsx", own: [] },
  metrics: {
    shape: metricsSchema().shape,
    form: "renderer/screens/settings/metrics-panel.tsx",
    own: ["host"],
  },
};

/** Keys of the fields that a form draws by their rows. */
function fieldsIn(form: string): readonly string[] {
  const source = read(form);
  const lists = [...source.matchAll(/const \w*Keys = \[(.+?)\] as const/gs)].map(([, list = ""]) => list);
  const named = [...lists.join(",").matchAll(/"(\w+)"/g), ...source.matchAll(/\bfield\("(\w+)"\)/g)];
  return named.map(([, key = ""]) => key);
}

describe.each(Object.entries<SettingRows>(settingsTable))("every setting of %s", (section, rows) => {
  const { shape, form, own } = places[section as keyof typeof settingsTable];

  it("is in the schema in the order of the table, and no other is", () => {
    expect(Object.keys(shape)).toEqual(Object.keys(rows));
  });

  it("is in a form", () => {
    expect(new Set([...fieldsIn(form), ...own.filter((key) => key in rows)])).toEqual(
      new Set(Object.keys(rows)),
    );
  });

  it("has a name or is explained", () => {
    for (const [key, row] of Object.entries(rows))
      expect([key, (row.label ?? row.title ?? row.meaning) !== undefined]).toEqual([key, true]);
  });
});

it("docs/settings.md has the keys that `npm run docs:api` writes", () => {
  const isWritten = read("docs/settings.md") === settingsPage(top);
  expect(isWritten ? "as written" : "old: run `npm run docs:api`").toBe("as written");
});
