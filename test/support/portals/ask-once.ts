import { request } from "node:http";
import { buffer } from "node:stream/consumers";

/** An answer that has been read to its end. */
export interface WholeAnswer {
  readonly status: number;
  readonly isOk: boolean;
  readonly bytes: Uint8Array;
  text(): string;
  /** Throws where the body is not JSON. */
  json(): unknown;
}

/** The request, where it is not a plain GET. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Asks over a connection of its own, which ends with the answer. Rejects where the connection breaks before: Node's `fetch` ends the
 * process where a connection ends while a part of its answer is not read yet (`assert(!this.paused)`).
 */
export function askOnce(
  url: string,
  { method = "GET", headers = {}, body, signal }: Asked = {},
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false, ...(signal && { signal }) }, (answer) => {
      buffer(answer).then((bytes) => resolve(wholeAnswer(answer.statusCode ?? 0, bytes)), reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

function wholeAnswer(status: number, bytes: Buffer): WholeAnswer {
  const text = () => bytes.toString("utf8");
  return {
    status,
    isOk: status >= 200 && status < 300,
    bytes: new Uint8Array(bytes),
    text,
    json: () => JSON.parse(text()) as unknown,
  };
}
