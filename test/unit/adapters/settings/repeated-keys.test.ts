import { expect, test } from "vitest";
import { repeatedKeys } from "#adapters/settings/repeated-keys.ts";

test.each<[string, readonly string[]]>([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', []],
  ['{"instruments":[],"portal":{},"instruments":[{}]}', ["instruments"]],
  ['{"portal":{"url":"a","url":"b"}}', ["portal.url"]],
  ['{"instruments":[{"a":1},{"folder":"x, y: {","b":[1,2],"folder":"z"}]}', ["instruments[1].folder"]],
  ['{"a":1,"\\u0061":2,"a":3}', ["a"]],
  ['{"a\\"b":1,"a\\"b":2}', ['a"b']],
  ['{"a":["a","a"],"b":"b"}', []],
  ['[[{"a":1,"a":2}]]', ["[0][0].a"]],
  ["7", []],
])("%s", (text, keys) => expect(repeatedKeys(text)).toEqual(keys));
