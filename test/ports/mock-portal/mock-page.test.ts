import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { faultNames, parseFaults } from "#mock-portal/faults/faults.ts";
import { parseUsers } from "#mock-portal/users.ts";
import { portalOfAllTests } from "./tiny-portal.ts";

/** docs/portal/mock.md says what the bundled portal takes. */

const page = await readFile("docs/portal/mock.md", "utf8");
const tiny = portalOfAllTests();
const blocks = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = ""]) => text);
const rowsOf = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, name = ""]) => name);

test("its files of faults and users are read without complaint", () => {
  const read = blocks.map((text) =>
    text.includes('"rules"') ? parseFaults(text, "faults") : parseUsers(text, "users"),
  );
  expect(read.map(({ ok }) => ok)).toEqual(blocks.map(() => true));
  expect(blocks.length).toBeGreaterThanOrEqual(2);
});

test("every fault has a row, and every row is a fault", () => {
  const [, table = ""] = page.split("| fault | what happens |");
  const [rows = ""] = table.split("\n\n");
  expect([...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).toSorted()).toEqual(
    [...faultNames].toSorted(),
  );
});

test("every control route is there", async () => {
  const routes = rowsOf(/^\| `([A-Z]+ \/__control\/[^`]+)`/gm);
  expect(routes).toHaveLength(11);
  for (const route of routes) {
    const [method = "", path = ""] = route.replace("SEQ", "0").replace("=N", "=1").split(" ");
    const body =
      method === "PUT" || method === "POST" ? '{"rules":[]}' : method === "PATCH" ? "{}" : undefined;
    const answer = await fetch(tiny.portal.url + path, { method, ...(body !== undefined && { body }) });
    // A route that is not there is answered with a page.
    expect([route, answer.headers.get("content-type")]).toEqual([route, "application/json; charset=utf-8"]);
  }
});

test("what it documents at the start is where it says", async () => {
  expect(await tiny.json("/openapi.json")).toMatchObject({ openapi: "3.1.0" });
});
