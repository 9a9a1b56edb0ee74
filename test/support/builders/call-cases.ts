import type { MethodName } from "#contract/methods.ts";
import { addedCases } from "./added-cases.ts";
import type { CallCase } from "./call-case.ts";
import { portalFilesCases } from "./portal-files-cases.ts";
import { settingsServiceCases } from "./settings-cases.ts";

const uuid = "00000000-0000-7000-8000-000000000000";
const nothing = { good: {}, bad: [[{ extra: 1 }, '"extra"']] } as const;
const notOne = [{ uuid: "x" }, '"uuid"'] as const;

/** Every method of the contract: one that is missing here does not compile. */
export const callCases: { readonly [M in MethodName]: CallCase<M> } = {
  status: { good: {}, bad: [...nothing.bad, ["text", "JSON object"], [null, "JSON object"]] },
  explain: {
    good: { path: "radar/a.nc" },
    bad: [
      [{}, '"path"'],
      [{ path: 7 }, '"path"'],
      [{ path: "" }, '"path"'],
    ],
  },
  host: nothing,
  tray: nothing,
  "notifications.test": { good: { name: "Lab chat" }, bad: [[{ name: "" }, '"name"'], ...nothing.bad] },
  "notifications.testChannel": {
    good: { channel: { name: "Lab chat", type: "slack", url: "https://127.0.0.1:9/x" } },
    bad: [
      [{}, '"channel"'],
      [{ channel: "slack" }, '"channel"'],
      [{ channel: {}, password: "" }, '"password"'],
    ],
  },
  "notifications.password": { good: { channel: {} }, bad: [[{}, '"channel"']] },
  "notifications.setPassword": {
    good: { channel: {}, password: "correct horse" },
    bad: [[{ channel: {} }, '"password"']],
  },
  pause: {
    good: { until: "2026-11-21T12:00:00.000Z" },
    bad: [
      [{}, '"until"'],
      [{ until: "noon" }, '"until"'],
      [{ until: "2026-11-21T12:00:00+02:00" }, '"until"'],
    ],
  },
  resume: nothing,
  "backlog.pause": nothing,
  "backlog.resume": nothing,
  "folder.check": {
    good: { instrument: "Radar" },
    bad: [
      [{}, '"instrument"'],
      [{ instrument: "" }, '"instrument"'],
    ],
  },
  ...addedCases,
  snooze: {
    good: { key: "files:refused", until: null },
    bad: [
      [{ key: "portal" }, '"until"'],
      [{ key: "", until: null }, '"key"'],
      [{ key: "portal", until: "tomorrow" }, '"until"'],
    ],
  },
  "known.list": nothing,
  "known.mark": {
    good: { key: "invalid:Radar", note: "Rain on the dome", by: "operator" },
    bad: [
      [{ key: "invalid:Radar", by: "operator" }, '"note"'],
      [{ key: "invalid:Radar", note: " ", by: "operator" }, '"note"'],
      [{ key: "invalid:Radar", note: "Rain", by: "" }, '"by"'],
      [{ note: "Rain", by: "operator" }, '"key"'],
    ],
  },
  "known.end": {
    good: { id: 1 },
    bad: [
      [{ id: 0 }, '"id"'],
      [{ id: "1" }, '"id"'],
    ],
  },
  "snooze.end": { good: { key: "files:refused" }, bad: [[{}, '"key"']] },
  tryNow: nothing,
  rescan: nothing,
  uploads: {
    good: { filter: { states: ["queued"], instrument: "Radar", text: "A" }, limit: 10 },
    bad: [
      [{ limit: 0 }, '"limit"'],
      [{ limit: 501 }, '"limit"'],
      [{ filter: { states: ["lost"] } }, '"filter.states[0]"'],
      [{ filter: { states: "queued" } }, '"filter.states"'],
      [{ filter: { colour: "red" } }, '"filter.colour"'],
      [{ filter: 3 }, '"filter"'],
      [{ filter: { cause: "bad luck" } }, '"filter.cause"'],
      [{ afterId: "x" }, '"afterId"'],
    ],
  },
  upload: { good: { id: uuid }, bad: [[{ id: "7" }, '"id"']] },
  retry: {
    good: { filter: { cause: "credentials" } },
    bad: [
      [{ filter: {} }, '"filter"'],
      [{}, '"filter"'],
      [{ filter: { text: "" } }, '"filter.text"'],
    ],
  },
  cancel: {
    good: { filter: { states: ["blocked"] } },
    bad: [
      [{ filter: {} }, '"filter"'],
      [{}, '"filter"'],
    ],
  },
  sendAgain: {
    good: { paths: ["a.nc"], dates: null, otherPortal: false },
    bad: [
      [{}, '"paths"'],
      [{ paths: [] }, '"paths"'],
      [{ ids: ["7"] }, '"ids[0]"'],
      [{ otherPortal: "yes" }, '"otherPortal"'],
      [{ dates: [{ from: "2026-11-01" }] }, '"dates[0].to"'],
    ],
  },
  unsent: nothing,
  journal: { good: { sinceSeq: 0, limit: 5 }, bad: [[{ sinceSeq: -1 }, '"sinceSeq"']] },
  "journal.page": {
    good: { beforeSeq: null, limit: 5, text: "a", events: ["confirmed"], from: "2026-11-21T12:00:00.000Z" },
    bad: [
      [{ beforeSeq: -1 }, '"beforeSeq"'],
      [{ limit: 501 }, '"limit"'],
      [{ events: [] }, '"events"'],
      [{ events: ["gone"] }, '"events[0]"'],
      [{ from: "noon" }, '"from"'],
      [{ uploadId: "7" }, '"uploadId"'],
      [{ sinceSeq: 0 }, '"sinceSeq"'],
    ],
  },
  "journal.export": {
    good: { instrument: "Radar", to: "2026-11-21T12:00:00.000Z" },
    bad: [
      [{ text: "" }, '"text"'],
      [{ limit: 5 }, '"limit"'],
    ],
  },
  queue: {
    good: { filter: { ids: [uuid] }, order: "changed", offset: 5, limit: 10 },
    bad: [
      [{ offset: -1 }, '"offset"'],
      [{ offset: 1.5 }, '"offset"'],
      [{ order: "weight" }, '"order"'],
      [{ limit: 501 }, '"limit"'],
      [{ filter: { ids: [] } }, '"filter.ids"'],
      [{ filter: { ids: ["7"] } }, '"filter.ids[0]"'],
      [{ filter: { ids: Array.from({ length: 501 }, () => uuid) } }, '"filter.ids"'],
    ],
  },
  "queue.windows": {
    good: { windows: [{ filter: { states: ["queued"] } }, { order: "name", descending: true, limit: 1 }] },
    bad: [
      [{ windows: [] }, '"windows"'],
      [{ windows: [{ offset: -1 }] }, '"windows[0].offset"'],
    ],
  },
  "queue.counts": {
    good: { filter: { states: ["blocked"], text: "a" } },
    bad: [[{ filter: { states: ["lost"] } }, '"filter.states[0]"']],
  },
  "upload.history": { good: { id: uuid }, bad: [[{ id: "7" }, '"id"']] },
  receipts: {
    good: { from: "2026-11-01", to: null, after: 0 },
    bad: [
      [{ from: "yesterday" }, '"from"'],
      [{ after: -1 }, '"after"'],
    ],
  },
  stationReport: nothing,
  "stationReport.sent": nothing,
  "heartbeat.sent": nothing,
  report: {
    good: { month: "2026-11" },
    bad: [
      [{}, '"month"'],
      [{ month: "2026-13" }, '"month"'],
    ],
  },
  "verify.start": {
    good: { dates: [{ from: "2026-11-01", to: "2026-11-02" }], disk: false },
    bad: [
      [{ dates: "all" }, '"dates"'],
      [{ dates: [{ from: "x", to: "2026-11-02" }] }, '"dates[0].from"'],
      [{ disk: 1 }, '"disk"'],
    ],
  },
  "cleanup.start": {
    good: { olderThanDays: 30, require: "processed", instrument: null, now: false, waits: true },
    bad: [
      [{ olderThanDays: 0 }, '"olderThanDays"'],
      [{ require: "sent" }, '"require"'],
      [{ instrument: "" }, '"instrument"'],
      [{ now: "yes" }, '"now"'],
      [{ waits: 1 }, '"waits"'],
    ],
  },
  "cleanup.stop": nothing,
  "cleanup.read": nothing,
  "cleanup.files": { good: { after: 0 }, bad: [[{ after: -1 }, '"after"']] },
  "verify.stop": nothing,
  "verify.read": nothing,
  activity: nothing,
  "log.days": {
    good: { from: "2026-11-01", to: "2026-11-21", instrument: "Radar" },
    bad: [
      [{ from: "2026-02-30", to: "2026-11-21" }, '"from"'],
      [{ from: "2026-11-01" }, '"to"'],
      [{ from: "2026-11-01", to: "2026-11-21", instrument: "" }, '"instrument"'],
    ],
  },
  "log.events": {
    good: { kinds: ["outage"], from: "2026-11-21T12:00:00.000Z", limit: 5, instrument: "Radar" },
    bad: [
      [{ kinds: [] }, '"kinds"'],
      [{ kinds: ["gone"] }, '"kinds[0]"'],
      [{ from: "noon" }, '"from"'],
      [{ before: { seq: 1 } }, '"before.from"'],
    ],
  },
  "log.since": {
    good: { from: "2026-11-21T12:00:00.000Z" },
    bad: [
      [{}, '"from"'],
      [{ from: "friday" }, '"from"'],
    ],
  },
  "coverage.days": {
    good: { from: "2026-11-01", to: "2026-11-21", instrument: "Radar" },
    bad: [
      [{ from: "2026-02-30", to: "2026-11-21" }, '"from"'],
      [{ from: "2026-11-01" }, '"to"'],
      [{ from: "2026-11-01", to: "2026-11-21", instrument: "" }, '"instrument"'],
    ],
  },
  "coverage.day": {
    good: { instrument: "Radar", date: "2026-11-21" },
    bad: [
      [{ instrument: "Radar" }, '"date"'],
      [{ date: "2026-11-21" }, '"instrument"'],
    ],
  },
  "coverage.gone": {
    good: { instrument: "Radar", date: "2026-11-21" },
    bad: [[{ instrument: "Radar", date: "2026-02-30" }, '"date"']],
  },
  "coverage.places": nothing,
  "coverage.sendMissing": {
    good: { from: "2026-11-01", to: "2026-11-21" },
    bad: [[{ from: "yesterday", to: "2026-11-21" }, '"from"']],
  },
  "portal.address": nothing,
  "portal.sites": nothing,
  "portal.products": nothing,
  "portal.productVariables": nothing,
  "portal.instrumentTypes": nothing,
  "portal.models": nothing,
  "portal.instrumentRecords": nothing,
  "portal.file": { good: { uuid }, bad: [notOne] },
  "portal.files": {
    good: { site: ["hyytiala", "juelich"], product: "radar", dateFrom: "2026-11-01", allVersions: true },
    bad: [
      [{ date: "2026-02-30" }, '"date"'],
      [{ site: [] }, '"site"'],
      [{ product: 4 }, '"product"'],
      [{ allVersions: "yes" }, '"allVersions"'],
      [{ instrument: "rpg-fmcw-94" }, '"instrument"'],
    ],
  },
  "portal.modelFiles": {
    good: { site: "hyytiala", date: "2026-11-21", allModels: true },
    bad: [[{ allModels: 1 }, '"allModels"']],
  },
  "portal.visualization": { good: { fileUuid: uuid }, bad: [[{ fileUuid: "x" }, '"fileUuid"']] },
  "portal.visualizations": {
    good: { site: "hyytiala", variable: "radar-Zh" },
    bad: [[{ variable: "" }, '"variable"']],
  },
  "portal.rawFiles": {
    good: { site: "hyytiala", instrument: "rpg-fmcw-94", status: ["uploaded", "processed"], limit: 5 },
    bad: [
      [{ limit: 1.5 }, '"limit"'],
      [{ model: "ecmwf" }, '"model"'],
    ],
  },
  "portal.rawModelFiles": { good: { model: "ecmwf" }, bad: [[{ instrument: "x" }, '"instrument"']] },
  "portal.image": { good: { s3key: "a/b.png" }, bad: [[{}, '"s3key"']] },
  notifications: nothing,
  "tokens.list": nothing,
  "tokens.create": {
    good: { name: "grafana", scope: "read", days: 30 },
    bad: [
      [{ scope: "read" }, '"name"'],
      [{ name: "", scope: "read" }, '"name"'],
      [{ name: "grafana", scope: "all" }, '"scope"'],
      [{ name: "grafana", scope: "read", days: 0 }, '"days"'],
    ],
  },
  "tokens.revoke": { good: { token: "operate" }, bad: [[{}, '"token"']] },
  "retention.read": nothing,
  "backup.take": nothing,
  "backup.look": { good: { id: uuid, name: "station.tar.gz" }, bad: [[{ id: "x", name: "a" }, '"id"']] },
  "backup.open": {
    good: { id: uuid, moved: [{ from: "D:\\data", to: "E:\\data" }] },
    bad: [[{ id: uuid, moved: [{ from: "D:" }] }, '"moved[0].to"']],
  },
  "metrics.server": nothing,
  "shell.facts": nothing,
  "shell.chooseFolder": {
    good: { title: "Folder of the radar", at: null },
    bad: [
      [{}, '"title"'],
      [{ title: "" }, '"title"'],
    ],
  },
  "shell.reveal": {
    good: { path: "/data/radar/a.nc" },
    bad: [
      [{}, '"path"'],
      [{ path: "" }, '"path"'],
    ],
  },
  "shell.setStartAtLogin": { good: { isOn: true }, bad: [[{ isOn: "yes" }, '"isOn"']] },
  "shell.checkForUpdate": nothing,
  "shell.testNotification": nothing,
  "demo.state": nothing,
  "demo.start": nothing,
  "demo.end": nothing,
  ...settingsServiceCases,
  ...portalFilesCases,
};
