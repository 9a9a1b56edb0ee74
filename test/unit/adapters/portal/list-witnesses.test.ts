import { expect, test } from "vitest";
import { createListWitnesses, type Query } from "#adapters/portal/list-witnesses.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { AskedList, ListRead } from "#engine/ports/portal-lists.ts";

/** Ways to ask for one list, and what a portal makes of them. */

const hourMs = 3_600_000;
const list = {
  kind: "raw",
  site: "hyytiala",
  instrument: "chm15k",
  pids: ["https://hdl.handle.net/1"],
} as const;
const device = { ...list, instrument: "https://hdl.handle.net/1" } as const;
const refusal = { kind: "refused", status: 400, errors: ["Unknown query parameters"] } as const;

type Way = "pid" | "type" | "site";
const wayOf = (query: Query): Way =>
  "instrumentPid" in query ? "pid" : "instrument" in query ? "type" : "site";

/** `shows`: files of ten delivered ones that a list of this way shows; null: it is refused. */
function setUp(shows: Readonly<Record<Way, readonly number[] | null>>) {
  let nowMs = 0;
  let paced = 0;
  const asked: Way[] = [];
  const witnessed = createListWitnesses(() => nowMs);
  const read = async (month = "2026-11", of: AskedList = list, isWhole = true) => {
    const shown = new Set<number>();
    const ask = async (query: Query): Promise<ReadOutcome<ListRead>> => {
      const way = wayOf(query);
      asked.push(way);
      const files = shows[way];
      if (files === null) return refusal;
      for (const file of files) shown.add(file);
      return { kind: "found", value: { records: files.length, leftOut: 0 } };
    };
    const before = asked.length;
    const lacking = async () => ({ lacking: 10 - shown.size, of: 10 });
    const pace = async () => {
      paced += 1;
    };
    const span = isWhole ? { dateFrom: `${month}-01`, dateTo: `${month}-31` } : { updatedAtFrom: month };
    const outcome = await witnessed({ ...of, lacking, pace }, span, ask);
    const isDoubted = outcome.kind === "found" ? outcome.value.isDoubted === true : outcome.kind;
    return { ways: asked.slice(before).join(" "), isDoubted, shown: shown.size };
  };
  const pass = (hours: number): void => {
    nowMs += hours * hourMs;
  };
  return { asked, read, pass, shows, paced: () => paced };
}

const all = Array.from({ length: 10 }, (_, n) => n);
const some = all.slice(0, 4);
const most = all.slice(0, 6);
const none: readonly number[] = [];

test("a list by PID that shows what was delivered needs no witness", async () => {
  const { read, paced } = setUp({ pid: all, type: all, site: all });
  expect(await read()).toEqual({ ways: "pid", isDoubted: false, shown: 10 });
  expect(paced()).toBe(0);
});

test("one that shows most of it tells what is gone", async () => {
  const { read } = setUp({ pid: most, type: all, site: all });
  expect(await read()).toEqual({ ways: "pid", isDoubted: false, shown: 6 });
});

test("one that shows nothing is asked for by type; the others are for two days, each once", async () => {
  const { read, pass, paced } = setUp({ pid: none, type: all, site: all });
  expect(await read()).toEqual({ ways: "pid type", isDoubted: false, shown: 10 });
  for (const month of ["2026-11", "2026-10"]) expect((await read(month)).ways).toBe("type");
  pass(47);
  expect((await read()).ways).toBe("type");
  pass(2);
  expect((await read()).ways).toBe("pid type");
  expect(paced()).toBe(2);
});

test("what both lack is gone; that is asked once a day for each range", async () => {
  const { read, pass } = setUp({ pid: some, type: some, site: all });
  expect(await read()).toEqual({ ways: "pid type", isDoubted: false, shown: 4 });
  expect(await read()).toEqual({ ways: "pid", isDoubted: false, shown: 4 });
  expect((await read("2026-10")).ways).toBe("pid type");
  expect((await read("2026-11-20T00:00:00Z", list, false)).ways).toBe("pid type");
  expect((await read("2026-11-20T01:00:00Z", list, false)).ways).toBe("pid");
  pass(25);
  expect((await read()).ways).toBe("pid type");
});

test("a list that is empty agrees with none: the device may have another type", async () => {
  const { read } = setUp({ pid: some, type: none, site: all });
  expect(await read()).toEqual({ ways: "pid type site", isDoubted: false, shown: 10 });
});

test("what is lacking since the second look is doubted until the next one", async () => {
  const { read, shows } = setUp({ pid: some, type: some, site: some });
  await read();
  Object.assign(shows, { pid: none });
  expect(await read()).toEqual({ ways: "pid", isDoubted: true, shown: 0 });
});

test("of ways that contradict each other none tells what is gone: the whole site does", async () => {
  const { read, pass } = setUp({ pid: none, type: some, site: some });
  expect(await read()).toEqual({ ways: "pid type site", isDoubted: false, shown: 4 });
  expect(await read()).toEqual({ ways: "type", isDoubted: false, shown: 4 });
  expect(await read("2026-10")).toEqual({ ways: "type site", isDoubted: false, shown: 4 });
  pass(25);
  expect(await read()).toEqual({ ways: "type site", isDoubted: false, shown: 4 });
});

test("where neither shows anything, the type may be another one: the whole site tells", async () => {
  const { read } = setUp({ pid: none, type: none, site: all });
  expect(await read()).toEqual({ ways: "pid type site", isDoubted: false, shown: 10 });
  expect(await read("2026-10")).toEqual({ ways: "site", isDoubted: false, shown: 10 });
});

test("a device that is no longer in the settings has no type: the whole site is its witness", async () => {
  const { read } = setUp({ pid: none, type: null, site: all });
  expect(await read("2026-11", device)).toEqual({ ways: "pid site", isDoubted: false, shown: 10 });
  expect((await read("2026-10", device)).ways).toBe("site");
  const lost = setUp({ pid: none, type: null, site: none });
  expect(await lost.read("2026-11", device)).toEqual({ ways: "pid site", isDoubted: false, shown: 0 });
});

test("a witness that is refused is none", async () => {
  const { read } = setUp({ pid: some, type: null, site: all });
  expect(await read()).toEqual({ ways: "pid type", isDoubted: true, shown: 4 });
  expect(await read()).toEqual({ ways: "pid", isDoubted: true, shown: 4 });
});

test("a portal that refuses PIDs is asked by type for a day, and for the site where that lacks something", async () => {
  const { read, pass, paced } = setUp({ pid: null, type: most, site: all });
  expect(await read()).toEqual({ ways: "pid type site", isDoubted: false, shown: 10 });
  expect((await read("2026-10")).ways).toBe("site");
  expect(paced()).toBe(2);
  pass(49);
  expect((await read()).ways).toBe("pid type site");
});

test("one that refuses all is asked twice once an hour at most", async () => {
  const { read, pass } = setUp({ pid: null, type: null, site: null });
  expect([(await read()).ways, (await read()).ways]).toEqual(["pid type", "pid"]);
  pass(1);
  expect((await read()).ways).toBe("pid type");
});
