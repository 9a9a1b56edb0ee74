import { STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";

/** Answers with the Error body (docs/portal/api.md, "Error"). */
export function sendErrors(reply: FastifyReply, status: number, errors: string[]): void {
  reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify({ status, errors }));
}

/** The failures of the model upload: one text, not a list (docs/portal/observed.md §5). */
export function sendJsonError(reply: FastifyReply, status: number, errors: string): FastifyReply {
  return reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify({ status, errors }));
}

/**
 * The type that the live portal puts on the bare texts of the upload routes: failures call themselves web pages
 * (docs/portal/observed.md §1).
 */
export function textType(status: number): string {
  return `text/${status < 400 ? "plain" : "html"}; charset=utf-8`;
}

/** Answers with bare text, as all upload routes do. */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type(textType(status)).send(text);
}

/** Answers with bytes that no type describes: `Unauthorized`, and the empty 400 of a path that is not an MD5. */
export function sendUntyped(reply: FastifyReply, status: number, text: string): FastifyReply {
  // Of a stream alone the framework guesses no type.
  reply.code(status).header("content-length", Buffer.byteLength(text));
  return reply.send(Readable.from([Buffer.from(text)]));
}

/** The page that the live portal's framework gives for what it does not know. */
export function htmlPage(title: string, text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n<pre>${escaped}</pre>\n</body>\n</html>\n`;
}

/** Sets what is answered for unknown routes (HTML 404), queries that do not fit (400) and bugs (500). */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type("text/html; charset=utf-8")
      .send(htmlPage("Error", `Cannot ${request.method} ${request.url.split("?")[0]}`)),
  );
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.validation) {
      const messages = error.validation.map((issue) => issue.message ?? "Invalid query");
      return sendErrors(reply, 400, [...new Set(messages)]);
    }
    const status = error.statusCode ?? 500;
    return sendErrors(reply, status, [
      status < 500 ? error.message : `${STATUS_CODES[status]}: ${error.message}`,
    ]);
  });
}
