import { expect, test } from "vitest";
import { addDays } from "#base/dates.ts";
import type { Instrument } from "#domain/settings.ts";
import type { FaultRule } from "#mock-portal/faults/faults.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import {
  instrumentsIn,
  openCoverageStation,
  openStoryPortal,
  type StoryFile,
  storyOf,
  today,
} from "./coverage-station.ts";

/** Days before a change of the settings are judged by what their files were delivered as. */

const from = addDays(today, -62);
const yesterday = addDays(today, -1);

const [first] = instrumentsIn("/data");
if (first === undefined) throw new Error("The demo has no instrument.");
const radar: Instrument = first;
const told = storyOf([radar], 62, "former places");
const measuredDates = new Set(
  told.filter(({ fate }) => fate !== "only-on-portal" && fate !== "not-sent").map(({ date }) => date),
);
/** A day of which nothing was delivered from here has no place but that of the settings. */
const story = told.filter(({ fate, date }) => fate !== "only-on-portal" || measuredDates.has(date));

/** Days of a station whose settings were changed after the first 60 days, as its lists tell them. */
async function daysAfter(change: Partial<Instrument>, byPid: FaultRule["fault"] | null = null) {
  const portal = await openStoryPortal(story);
  closedAfterTest(portal);
  if (byPid !== null)
    portal.portal.setFaults([{ route: "/api/raw-files", parameter: "instrumentPid", fault: byPid }]);
  const instruments: Instrument[] = [radar];
  const station = await openCoverageStation(portal.portal, { instruments });
  closedAfterTest(station);
  await station.measure(story);
  instruments[0] = { ...radar, ...change };
  station.sync.start();
  await station.pass(5);
  const report = await station.coverage.days(from, yesterday, null);
  const files = await station.coverage.day(radar.name, addDays(today, -9));
  return { days: report?.days, files: files?.files.map(({ uploadId: _, missedAtMs: __, ...file }) => file) };
}

const changes: Readonly<Record<string, Partial<Instrument>>> = {
  "another type": { instrument: "chm15k" },
  "another PID": { pid: "https://hdl.handle.net/21.12132/3.c1352739ade843a7" },
  "another PID, of another type": {
    pid: "https://hdl.handle.net/21.12132/3.c1352739ade843a7",
    instrument: "chm15k",
  },
  "another site": { site: "juelich" },
  "another type, PID and site": {
    pid: "https://hdl.handle.net/21.12132/3.c1352739ade843a7",
    instrument: "chm15k",
    site: "juelich",
  },
  "other tags": { tags: ["co"] },
  "another folder and pattern": { folder: "/elsewhere", pattern: "new_%Y%m%d.nc" },
};

const json = { "content-type": "application/json" };
const lists: Readonly<Record<string, FaultRule["fault"] | null>> = {
  "": null,
  ", also where a list by PID is empty": { answer: { status: 200, body: "[]", headers: json } },
  ", also where the portal knows no such list": {
    answer: { status: 400, body: '{"status":400,"errors":["Unknown query parameters"]}', headers: json },
  },
};

const cases = Object.entries(lists).flatMap(([where, byPid]) =>
  Object.entries({ ...(byPid !== null && { "no change": {} }), ...changes }).map(
    ([name, change]) => [name, where, change, byPid] as const,
  ),
);

test.each(cases)("%s leaves earlier days as they are%s", async (_, __, change, byPid) => {
  const before = await daysAfter({});
  const after = await daysAfter(change, byPid);
  const delivered: readonly StoryFile[] = story.filter(({ fate }) => fate !== "not-sent");
  expect(delivered.length).toBeGreaterThan(100);
  expect(before.days?.some(({ onlyOnPortal }) => onlyOnPortal !== null && onlyOnPortal > 0)).toBe(true);
  expect(new Set(before.days?.map(({ state }) => state)).size).toBeGreaterThan(1);
  expect(after.days).toEqual(before.days);
  expect(after.files).toEqual(before.files);
});
