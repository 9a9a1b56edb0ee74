import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import { dispatch } from "#api/dispatch.ts";
import { createHandlers } from "#api/handlers/all.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import { createStationLog } from "#station/station-events/log.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { fridayMs, liveThroughWeekend, mondayMs, type WeekendDays } from "#test/support/builders/weekend.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createFakePortalReads } from "#test/support/fakes/fake-portal-reads.ts";
import { createFakeShell } from "#test/support/fakes/fake-shell.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

let dataFolder: string;
let ledger: OpenLedger;
let days: WeekendDays;
beforeAll(async () => {
  dataFolder = await makeScratch("skyferry-log-");
  ledger = ready(openInThread({ dataFolder, nowMs: fridayMs }));
  days = await liveThroughWeekend(ledger);
});
afterAll(async () => {
  await ledger.close();
  await rm(dataFolder, { recursive: true });
});

async function reply<M extends MethodName>(method: M, input: Input<M>) {
  const log = createStationLog({ clock: { nowMs: () => mondayMs }, keeper: ledger });
  const parts = { station: createFakeEngine(), portalReads: createFakePortalReads(), host: null, log };
  return await dispatch(createHandlers({ ...parts, shell: createFakeShell() }), method, input);
}

async function ask<M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> {
  const found = await reply(method, input);
  if (!found.ok) throw new Error(`${found.error.code}: ${found.error.message}`);
  return found.value as Output<M>;
}

describe("the log of a weekend", () => {
  it("has a line for each day since the record began, none after today, and the figures of the ledger", async () => {
    const found = await ask("log.days", { from: "2026-11-01", to: "2026-11-30" });
    expect(found.firstDay).toBe("2026-11-20");
    expect(found.days.map(({ date }) => date)).toEqual([...days.keys()].toReversed());
    for (const { date, hours: _, ...counts } of found.days)
      expect([date, counts]).toEqual([date, days.get(date)]);
    for (const { hours, delivered } of found.days)
      expect(hours.reduce((sum, one) => sum + one.delivered, 0)).toBe(delivered);
    const saturday = found.days.find(({ date }) => date === "2026-11-21");
    // Away from 02:10 to 06:22: what was found then went out after it. At 14:00 the only file was refused.
    expect(saturday?.hours.filter(({ delivered }) => delivered === 0).map(({ hour }) => hour)).toEqual([
      3, 4, 5, 14,
    ]);
    expect(found.events.map(({ title }) => title)).toEqual([
      "Sending was paused in a browser",
      "Skyferry was updated from 0.1.0 to 0.2.0",
      "Skyferry was stopped",
      "Skyferry was not running",
      "Settings changed: Radar: Pattern",
      "Radar wrote no files",
      "Portal unreachable",
      "The record of uploads begins",
    ]);
  });

  it("counts one instrument, and leaves out what happened to others", async () => {
    const span = { from: "2026-11-21", to: "2026-11-21" };
    const radar = await ask("log.days", { ...span, instrument: "Radar" });
    const other = await ask("log.days", { ...span, instrument: "Ceilometer" });
    expect(radar.days[0]?.found).toBe(13);
    expect(other.days[0]?.found).toBe(24);
    expect(radar.events.map(({ kind }) => kind)).toEqual(["silent", "outage"]);
    expect(other.events.map(({ kind }) => kind)).toEqual(["outage"]);
  });

  it("says what came since a moment: the lines of the journal behind it, and what lasted since", async () => {
    const from = "2026-11-21T06:20:00.000Z";
    const since = await ask("log.since", { from });
    const lines = (await ledger.journal({ sinceSeq: 0, limit: 10_000 })).filter(
      ({ atMs }) => atMs >= Date.parse(from),
    );
    const count = (event: string) => lines.filter((line) => line.event === event).length;
    expect(since).toMatchObject({
      found: count("enqueued"),
      delivered: count("confirmed"),
      refused: count("failed-final"),
      lost: 0,
    });
    expect(since.delivered).toBeGreaterThan(50);
    expect(since.events.at(-1)).toMatchObject({ kind: "outage", from: "2026-11-21T02:10:00.000Z" });
    const nothing = await ask("log.since", { from: new Date(mondayMs).toISOString() });
    expect(nothing).toMatchObject({ found: 0, delivered: 0, refused: 0, events: [{ kind: "paused" }] });
  });

  it("gives events page by page", async () => {
    const paged: string[] = [];
    let before: Output<"log.events">["next"] = null;
    do {
      const page: Output<"log.events"> = await ask("log.events", { before, limit: 3 });
      paged.push(...page.events.map(({ kind }) => kind));
      before = page.next;
    } while (before !== null);
    const all = await ask("log.events", {});
    expect(paged).toEqual(all.events.map(({ kind }) => kind));
    expect(all.next).toBeNull();
    const filter = {
      kinds: ["silent"],
      from: "2026-11-22T00:00:00.000Z",
      to: "2026-11-23T00:00:00.000Z",
    } as const;
    expect(await ask("log.events", filter)).toMatchObject({ events: [{ kind: "silent", subject: "Radar" }] });
  });

  it("refuses spans that are upside down or too long, by name", async () => {
    expect(await reply("log.days", { from: "2026-11-22", to: "2026-11-21" })).toMatchObject({
      error: { code: "bad-input", message: '"from" 2026-11-22 is after "to" 2026-11-21; swap them.' },
    });
    expect(await reply("log.days", { from: "2026-01-01", to: "2026-11-21" })).toMatchObject({
      error: { code: "bad-input" },
    });
  });
});
