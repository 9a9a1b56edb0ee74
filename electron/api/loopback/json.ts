import type { IncomingMessage, ServerResponse } from "node:http";
import { callLimitBytes } from "#api/dispatch.ts";
import { addedPieceBytes } from "#contract/added.ts";
import { errorCodes } from "#contract/error-codes.ts";
import { bytesType } from "#contract/http-call.ts";
import type { Reply } from "#contract/reply.ts";
import type { GuardRefusal } from "./guard.ts";

/** The input of a call, as `httpCallOf` sends it, or why it cannot be read. No JSON at all counts as `{}`. */
export async function readInput(
  request: IncomingMessage,
  query: URLSearchParams,
): Promise<
  { readonly kind: "read"; readonly value: unknown } | ({ readonly kind: "refused" } & GuardRefusal)
> {
  const type = (request.headers["content-type"] ?? "").replace(/\s*(;.*)?$/, "").toLowerCase();
  if (type !== "application/json" && type !== bytesType) {
    const message = "The request must be JSON, with the header Content-Type: application/json.";
    return { kind: "refused", status: 415, code: "not-json", message };
  }
  const hasBytes = type === bytesType;
  const limitBytes = hasBytes ? addedPieceBytes : callLimitBytes;
  const body = await readBody(request, limitBytes);
  if (body === null) {
    const message = `The request is larger than ${limitBytes} bytes.`;
    return { kind: "refused", status: 413, code: "too-large", message };
  }
  const text = hasBytes ? (query.get("input") ?? "") : body.toString("utf8");
  try {
    const value: unknown = text === "" ? {} : JSON.parse(text);
    return { kind: "read", value: hasBytes ? { ...(value as object), bytes: body } : value };
  } catch {
    return { kind: "refused", status: 400, code: "bad-input", message: "The request is not valid JSON." };
  }
}

/** Null when there is more than the limit. */
async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Destroying the request with the loop would take the answer's socket along.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > limitBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Answers a call. */
export function writeReply(response: ServerResponse, reply: Reply<unknown>): void {
  writeJson(response, reply.ok ? 200 : errorCodes[reply.error.code].status, reply);
}

/** Turns a request away. The rest of its body is not read: the connection ends with the answer. */
export function writeRefusal(
  response: ServerResponse,
  { status, code, message, challenge }: GuardRefusal,
): void {
  if (status === 401 || challenge !== undefined)
    response.setHeader("WWW-Authenticate", challenge ?? "Bearer");
  response.setHeader("Connection", "close");
  const reply: Reply<never> = { ok: false, error: { code, message } };
  writeJson(response, status, reply);
}

function writeJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.length,
  });
  response.end(body);
}
