import { expect, test } from "vitest";
import { httpCallOf } from "#contract/http-call.ts";

test("an input is the body as JSON; a piece of a file is the body itself, for the browser to read from the disk", async () => {
  expect(httpCallOf("queue", { limit: 1 })).toEqual({
    path: "/api/queue",
    contentType: "application/json",
    body: '{"limit":1}',
  });
  const bytes = new File(["a file"], "a.nc").slice(2);
  const call = httpCallOf("added.append", { id: "a&b", offset: 2, bytes });
  expect(call.body).toBe(bytes);
  expect(call.contentType).toBe("application/octet-stream");
  const url = new URL(call.path, "http://127.0.0.1");
  expect([url.pathname, url.searchParams.get("input")]).toEqual([
    "/api/added.append",
    '{"id":"a&b","offset":2}',
  ]);
});
