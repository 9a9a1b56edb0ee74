import { expect, it } from "vitest";
import { canonicalJson } from "#base/canonical-json.ts";

it("writes the example of RFC 8785, 3.2.2 and 3.2.3", () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const keys = { "€": 1, "\r": 2, "\ufb33": 3, "1": 4, "😀": 5, "\u0080": 6, ö: 7 };
  const order = canonicalJson(keys).match(/:(\d)/g)?.join("");
  expect(order).toBe(":2:4:6:7:1:5:3");
});

it("is the same whatever the order of keys, and leaves out what is not there", () => {
  expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: "x" })).toBe('{"a":"x","b":[{"d":1}]}');
  expect(canonicalJson("a\ud800")).toBe('"a\ufffd"');
});
