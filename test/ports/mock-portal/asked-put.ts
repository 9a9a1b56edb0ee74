import { type IncomingHttpHeaders, type IncomingMessage, request as open } from "node:http";
import { everywhere, type TinyPortal } from "./tiny-portal.ts";

/** Answer to a PUT. */
export type PutAnswer = { status: number | undefined; headers: IncomingHttpHeaders; text: string };

/** A PUT in the hands of a test. */
export type AskedPut = {
  /** Resolves when the portal asks for the content. */
  asked: Promise<unknown>;
  /** Sends a piece of content and leaves the rest open. */
  write(content: string | Buffer): void;
  /** Sends the last piece of content. */
  finish(content: string | Buffer): void;
  /** Rejects when the connection breaks before there is an answer. */
  answer: Promise<PutAnswer>;
};

/** Opens a PUT with chunked content that waits for `100 Continue`. */
export function openPut(
  { portal }: TinyPortal,
  checksum: string,
  headers: Record<string, string> = {},
): AskedPut {
  const request = open(`${portal.url}/upload/data/${checksum}`, {
    method: "PUT",
    headers: {
      authorization: everywhere,
      expect: "100-continue",
      "transfer-encoding": "chunked",
      ...headers,
    },
  });
  const asked = new Promise((resolve) => request.once("continue", resolve));
  const answer = new Promise<PutAnswer>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", (response: IncomingMessage) => {
      const { statusCode: status, headers: given } = response;
      response
        .setEncoding("utf8")
        .toArray()
        .then((pieces) => resolve({ status, headers: given, text: pieces.join("") }), reject)
        .finally(() => request.destroy());
    });
  });
  request.flushHeaders();
  return {
    asked,
    write: (content) => {
      request.write(content);
    },
    finish: (content) => {
      request.end(content);
    },
    answer,
  };
}
