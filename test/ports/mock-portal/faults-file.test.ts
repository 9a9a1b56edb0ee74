import { describe, expect, test } from "vitest";
import { parseFaults } from "#mock-portal/faults/faults.ts";

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
