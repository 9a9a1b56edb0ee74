/** What the live portal's JSON reader makes of a body: a value, or its own error as it answers it. */
export type JsonBody =
  | { ok: true; value: object | undefined }
  | { ok: false; status: 400 | 413 | 415; error: object };

/** Larger bodies are answered 413 (docs/portal/observed.md §1). */
export const jsonLimitBytes = 100 * 1024;

/**
 * Reads a body as the live portal does. `body` is undefined when it is larger than `jsonLimitBytes`. The value is
 * undefined when the request does not say that it is JSON: the body is then not looked at.
 */
export function readJson(body: Buffer | undefined, contentType: string | undefined): JsonBody {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/json") return { ok: true, value: undefined };
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"\s]*)"?\s*$/.exec(parameter)?.[1])
    .find((name) => name !== undefined);
  const decoder = decoderOf(charset ?? "utf-8");
  if (!decoder) return refusal(415, "charset.unsupported");
  if (!body) return refusal(413, "entity.too.large");
  const text = decoder.decode(body);
  if (text === "") return { ok: true, value: {} };
  try {
    // Objects and lists alone are taken for JSON.
    if (!/^\s*[{[]/.test(text)) return refusal(400, "entity.parse.failed");
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refusal(400, "entity.parse.failed");
  }
}

function decoderOf(charset: string): TextDecoder | undefined {
  if (!charset.startsWith("utf-")) return undefined;
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

function refusal(status: 400 | 413 | 415, type: string): JsonBody {
  return { ok: false, status, error: { expose: true, statusCode: status, status, type } };
}
