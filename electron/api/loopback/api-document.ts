import type { ServerResponse } from "node:http";

/** Answers with the API's document. It is read when somebody asks. */
export async function answerDocument(response: ServerResponse): Promise<null> {
  const { default: document } = await import("#api/openapi.json", { with: { type: "json" } });
  const body = Buffer.from(JSON.stringify(document));
  response.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.length,
  });
  response.end(body);
  return null;
}
