import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import document from "#api/openapi.json" with { type: "json" };
import { errorCodes } from "#contract/error-codes.ts";
import { type MethodName, methods } from "#contract/methods.ts";
import { accessOf } from "#contract/scopes.ts";
import { limits } from "#test/support/limits.ts";

const top = path.join(import.meta.dirname, "../..");
const text = readFileSync(path.join(top, "electron/api/openapi.json"), "utf8");
const operations = Object.entries<{ post?: Operation; get?: Operation }>(document.paths);

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly "x-scope": string;
}

test("the API's document is what `npm run docs:api` writes", { timeout: limits.pageTest }, async () => {
  const program = path.join(top, "build/write-api-document.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [program, "--print"], {
    maxBuffer: 10_000_000,
  });
  expect(stdout === text ? "as written" : "old: run `npm run docs:api`").toBe("as written");
});

test("the API's document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("the API's document has every method that stays, each with its scope", () => {
  const stable = Object.keys(methods).filter((name) => accessOf(name as MethodName).isStable);
  const told = operations.flatMap(([address, { post }]) =>
    post === undefined ? [] : [[address, post["x-scope"]]],
  );
  expect(told).toEqual(stable.map((name) => [`/api/v1/${name}`, accessOf(name as MethodName).scope]));
});

test("operations of the API's document have names of their own, a group, and the words of their sources", () => {
  const all = operations.flatMap(([, { post, get }]) => post ?? get ?? []);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(all.filter(({ tags }) => tags.join() === "")).toEqual([]);
  expect(all.filter(({ tags }) => tags.includes("queue")).map(({ operationId }) => operationId)).toEqual([
    "queue",
    "queueCounts",
    "uploadHistory",
  ]);
  expect(all.find(({ operationId }) => operationId === "upload")?.description).toBe(
    "Gives an upload with its journal.",
  );
  expect(document.components.schemas.Upload.properties.attempts.description).toBe("Attempts that failed.");
  expect(document.components.schemas.Site.properties.latitude.description).toBe("Degrees.");
});

test("the API's document names every error code, with its status", () => {
  const { enum: codes, description } = document.components.schemas.ErrorCode;
  expect(codes).toEqual(Object.keys(errorCodes));
  for (const [code, { status }] of Object.entries(errorCodes))
    expect(description).toContain(`| \`${code}\` | ${status} |`);
});
