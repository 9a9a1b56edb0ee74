import { errorCodes } from "#contract/error-codes.ts";
import { bytesType } from "#contract/http-call.ts";
import { type Json, refTo } from "./json-schema.ts";

const codes = Object.entries(errorCodes);

const aboutErrors = [
  "`code` is for programs, `message` for people.",
  "",
  "| code | status | |",
  "|---|---|---|",
  ...codes.map(([code, { status, means }]) => `| \`${code}\` | ${status} | ${means} |`),
].join("\n");

/** Everything of the document but its methods and their schemas. */
export const commonParts = {
  info: {
    title: "Skyferry",
    version: "1",
    description:
      "The API of a running Skyferry, for programs on the same PC. Addresses below `/api/v1` stay: fields and methods are added, and nothing is taken away without a notice of one minor version. Ignore fields that you do not know. Guide: docs/api.md.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [
    {
      url: "http://127.0.0.1:{port}",
      description: "`address` in `host.json` of the data folder.",
      variables: { port: { default: "8080" } },
    },
  ],
  security: [{ token: [] }],
  securitySchemes: {
    token: {
      type: "http",
      scheme: "bearer",
      description:
        "A token of `skyferry token create`, or that of `host.json`, which is new at every start. `x-scope` of a method is the least that a token must have: `read`, `operate`, or `host` for the token of `host.json` alone.",
    },
  },
  responses: {
    Refusal: {
      description: "It was not done. The status follows the code.",
      content: { "application/json": { schema: refTo("ErrorReply") } },
    },
  },
  schemas: {
    ErrorCode: { type: "string", enum: codes.map(([code]) => code), description: aboutErrors },
    ErrorReply: {
      type: "object",
      properties: {
        ok: { const: false, type: "boolean" },
        error: {
          type: "object",
          properties: {
            code: refTo("ErrorCode"),
            message: { type: "string", description: "What happened and what to do, without secrets." },
          },
          required: ["code", "message"],
        },
      },
      required: ["ok", "error"],
    },
    Notes: {
      type: "array",
      items: { type: "string" },
      description: "Parts that are missing from the value and why, one sentence each.",
    },
  },
};

const refusal = { $ref: "#/components/responses/Refusal" };

/** Addresses that are read with any token. */
export const documentPaths: Json = {
  "/api/openapi.json": {
    get: {
      operationId: "openapi",
      summary: "This document",
      tags: ["documents"],
      "x-scope": "read",
      responses: {
        "200": {
          description: "OpenAPI 3.1.",
          content: { "application/json": { schema: { type: "object" } } },
        },
        default: refusal,
      },
    },
  },
  "/events": {
    get: {
      operationId: "events",
      summary: "Events as they happen",
      description:
        "A stream of server-sent events; each has one `FeedEvent` as JSON in `data`. It goes on after journal line `since`, or after the one of the header `Last-Event-ID`; without either it begins with `reset`.",
      tags: ["documents"],
      "x-scope": "read",
      parameters: [
        { name: "since", in: "query", required: false, schema: { type: "integer", minimum: 0 } },
        { name: "Last-Event-ID", in: "header", required: false, schema: { type: "integer", minimum: 0 } },
      ],
      responses: {
        "200": {
          description: "The stream; it ends with the host.",
          content: {
            "text/event-stream": { schema: { type: "string" }, "x-data-schema": refTo("FeedEvent") },
          },
        },
        default: refusal,
      },
    },
  },
  "/metrics": {
    get: {
      operationId: "metrics",
      summary: "Metrics for Prometheus",
      tags: ["documents"],
      "x-scope": "read",
      responses: {
        "200": {
          description: "Prometheus text format.",
          content: { "text/plain": { schema: { type: "string" } } },
        },
        default: refusal,
      },
    },
  },
};

/**
 * The body and the query of a method: JSON, or bytes with the rest of its input in the query (`httpCallOf`). `title`: its name in
 * clients that are made of the document.
 */
export function requestOf(input: Json, title: string): Json {
  const { bytes, ...rest } = (input.properties ?? {}) as Json;
  if (bytes === undefined) {
    const required = Array.isArray(input.required) && input.required.length > 0;
    return {
      requestBody: { required: required || input.$ref !== undefined, content: jsonOf(titled(input, title)) },
    };
  }
  const required = (input.required as readonly string[]).filter((name) => name !== "bytes");
  const schema = { title, ...input, properties: rest, required };
  return {
    parameters: [{ name: "input", in: "query", required: true, content: jsonOf(schema) }],
    requestBody: {
      required: true,
      content: { [bytesType]: { schema: { type: "string", format: "binary" } } },
    },
  };
}

/** The answers of a method with this output. */
export function responsesOf(output: Json, title: string): Json {
  const value = {
    title,
    type: "object",
    properties: { ok: { const: true, type: "boolean" }, value: output, notes: refTo("Notes") },
    required: ["ok", "value"],
  };
  return { "200": { description: "It was done.", content: jsonOf(value) }, default: refusal };
}

function titled(schema: Json, title: string): Json {
  return schema.$ref === undefined ? { title, ...schema } : schema;
}

function jsonOf(schema: Json): Json {
  return { "application/json": { schema } };
}
