import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";

/** Answers with the Error body (portal-api.md, "Error"). */
export function sendErrors(reply: FastifyReply, status: number, errors: string[]): void {
  reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify({ status, errors }));
}

/** Answers with plain text, as all upload routes do (portal-observed.md, section 1). */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type("text/plain; charset=utf-8").send(text);
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
