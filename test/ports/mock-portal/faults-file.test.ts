import { describe, expect, test } from "vitest";
import { parseFaults } from "#mock-portal/faults/faults.ts";
import { parseUsers } from "#mock-portal/users.ts";

describe("a faults file says which field is wrong", () => {
  const cases: [string, string][] = [
    ["{", "faults.json: not JSON"],
    ["{}", "faults.json: rules"],
    ['{"rules":[],"rule":1}', '"rule"'],
    ['{"rules":[{"fault":{"latency":5}}]}', 'rules[0].fault: Unrecognized key: "latency"'],
    ['{"rules":[{"fault":{}}]}', "rules[0].fault: names no fault"],
    ['{"rules":[{"fault":{"latencyMs":-1}}]}', "rules[0].fault.latencyMs"],
    ['{"rules":[{"route":"api","fault":{"latencyMs":1}}]}', "rules[0].route: must begin with /"],
    ['{"rules":[{"method":"put","fault":{"latencyMs":1}}]}', "rules[0].method: must be in capital letters"],
    ['{"rules":[{"fault":{"answer":{"status":42}}}]}', "rules[0].fault.answer.status"],
    ['{"rules":[{"requests":0,"fault":{"latencyMs":1}}]}', "rules[0].requests"],
  ];
  test.each(cases)("%s", (text, message) => {
    expect(parseFaults(text, "faults.json")).toEqual({
      ok: false,
      message: expect.stringContaining(message),
    });
  });
  test("a good file", () => {
    const rule = { method: "PUT", route: "/upload/data/*", requests: 3, fault: { resetRequestAtByte: 4096 } };
    expect(parseFaults(JSON.stringify({ rules: [rule] }), "faults.json")).toEqual({
      ok: true,
      value: [rule],
    });
  });
});

describe("a users file says which field is wrong", () => {
  const cases: [string, string][] = [
    ["[]", "users.json: the whole file"],
    ['{"users":[]}', "users.json: users"],
    ['{"users":[{"username":"a","password":"b"}]}', "users[0].sites"],
    ['{"users":[{"username":"a","password":"b","sites":"hyytiala"}]}', "users[0].sites: must be a list"],
    [
      '{"users":[{"username":"a:b","password":"b","sites":"*"}]}',
      "users[0].username: must not contain a colon",
    ],
    [
      '{"users":[{"username":"a","password":"b","sites":"*","site":1}]}',
      'users[0]: Unrecognized key: "site"',
    ],
    [
      '{"users":[{"username":"a","password":"b","sites":"*"},{"username":"a","password":"c","sites":"*"}]}',
      "is given twice",
    ],
  ];
  test.each(cases)("%s", (text, message) => {
    expect(parseUsers(text, "users.json")).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
  test("a good file", () => {
    const users = [
      { username: "a", password: "b", sites: ["hyytiala", "bare"] },
      { username: "c", password: "", sites: "*" },
    ];
    expect(parseUsers(JSON.stringify({ users }), "users.json")).toEqual({ ok: true, value: users });
  });
});
