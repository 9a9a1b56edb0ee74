import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  defaultUsers,
  maySend,
  maySendFor,
  maySendModel,
  parseJson,
  parseUsers,
  usersOf,
} from "#mock-portal/users.ts";
import { basic } from "./tiny-portal.ts";

const station = { username: "station", password: "pass:word", sites: "*" } as const;
const forest = { username: "forest", password: "", sites: ["hyytiala", "bare"] };
const parse = (value: unknown) => parseUsers(JSON.stringify(value), "users.json");

test("a users file gives its users", () => {
  expect(parse({ users: [station, forest] })).toEqual({ ok: true, value: [station, forest] });
});

test("a portal that was given no users has one for all sites", () => {
  expect(defaultUsers).toEqual([{ username: "station", password: "station", sites: "*" }]);
});

describe("what is wrong is one sentence that names file and field", () => {
  const wrong: [unknown, string][] = [
    [{ users: [station, forest, station] }, "users.json: users: the username station is given twice."],
    [{ users: [] }, "users.json: users: "],
    [{}, "users.json: users: "],
    [{ users: [station], more: 1 }, "users.json: the whole file: "],
    [[], "users.json: the whole file: "],
    [{ users: [{ ...station, username: "" }] }, "users.json: users[0].username: "],
    [{ users: [{ ...station, username: "a:b" }] }, "users.json: users[0].username: must not contain a colon"],
    [{ users: [station, { ...forest, password: 1 }] }, "users.json: users[1].password: "],
    [{ users: [{ ...station, shoe: 1 }] }, 'users.json: users[0]: Unrecognized key: "shoe"'],
    [{ users: [{ username: "a", password: "b" }] }, "users.json: users[0].sites"],
    [
      { users: [{ ...station, sites: "all" }] },
      'users.json: users[0].sites: must be a list of site ids or "*"',
    ],
    [{ users: [{ ...station, sites: [""] }] }, "users.json: users[0].sites"],
  ];
  test.each(wrong)("%j: %s", (value, start) => {
    const parsed = parse(value);
    expect(parsed.ok ? "" : parsed.message.slice(0, start.length)).toBe(start);
  });

  test("several faults are in one sentence", () => {
    const parsed = parse({ users: [{ ...station, username: "a:b", sites: 7 }] });
    expect(parsed.ok ? "" : parsed.message).toBe(
      'users.json: users[0].username: must not contain a colon; users[0].sites: must be a list of site ids or "*"',
    );
  });

  test("what is no JSON", () => {
    const parsed = parseJson(z.string(), "{", "f.json");
    expect(parsed.ok ? "" : parsed.message).toMatch(/^f\.json: not JSON: .+/);
    expect(parseJson(z.string(), '"text"', "f.json")).toEqual({ ok: true, value: "text" });
  });
});

describe("HTTP Basic", () => {
  const users = usersOf([station, forest]);

  test("knows a user by name and password; the scheme's case says nothing", () => {
    expect(users.authenticate(basic("station", "pass:word"))).toBe(station);
    expect(users.authenticate(basic("forest", ""))).toBe(forest);
    expect(users.authenticate(basic("forest", "").replace("Basic", "bASIC"))).toBe(forest);
  });

  test.each([
    undefined,
    "",
    "Basic",
    "Basic ",
    basic("station", "wrong"),
    basic("nobody", "pass:word"),
    basic("station", "pass:word").replace("Basic", "Bearer"),
    basic("station", "pass:word").replace("Basic ", ""),
  ])("%j is nobody", (header) => {
    expect(users.authenticate(header)).toBeUndefined();
  });

  test("of two users of one name none is confused with the other", () => {
    const [one, other] = [
      { ...forest, password: "1" },
      { ...forest, password: "2" },
    ];
    const both = usersOf([one, other]);
    expect([both.authenticate(basic("forest", "1")), both.authenticate(basic("forest", "2"))]).toEqual([
      one,
      other,
    ]);
  });
});

test("may send files of models as `models` says, else as `sites` does", () => {
  const two = { ...forest, models: { hyytiala: ["ecmwf"], bare: "*" as const } };
  const may = (user: typeof forest, ...[site, model]: [string, string]) => maySendModel(user, site, model);
  expect([may(forest, "hyytiala", "icon"), may(forest, "juelich", "icon")]).toEqual([true, false]);
  expect([may(two, "hyytiala", "ecmwf"), may(two, "hyytiala", "icon")]).toEqual([true, false]);
  expect([may(two, "bare", "icon"), may(two, "juelich", "icon")]).toEqual([true, false]);
  expect([
    maySend(two, { siteId: "hyytiala", modelId: "icon" }),
    maySend(two, { siteId: "hyytiala" }),
  ]).toEqual([false, true]);
});

test("may send for the sites of the list, or for all", () => {
  expect(maySendFor(station, "anywhere")).toBe(true);
  expect([maySendFor(forest, "hyytiala"), maySendFor(forest, "bare"), maySendFor(forest, "*")]).toEqual([
    true,
    true,
    false,
  ]);
});
