import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnswerShape } from "./live-shape.ts";

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
  // The framework guesses a type for everything but a stream.
  reply.code(status).header("content-length", Buffer.byteLength(text));
  return reply.send(Readable.from([Buffer.from(text)]));
}

/** The page that the live portal's framework gives for what it does not know. */
export function htmlPage(title: string, text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n<pre>${escaped}</pre>\n</body>\n</html>\n`;
}

/**
 * A failure of the portal as a whole, by path: the Error body under `/api/`, a bare text under `/upload/`, one text in JSON
 * under `/model-upload/`; a page elsewhere.
 */
function sendFailure(request: FastifyRequest, reply: FastifyReply, status: number, texts: string[]): void {
  const [, room] = pathOf(request).split("/");
  const text = texts.join("; ");
  if (room === "api") sendErrors(reply, status, texts);
  else if (room === "upload") sendText(reply, status, text);
  else if (room === "model-upload") sendJsonError(reply, status, text);
  else sendPage(reply, status, text);
}

function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(htmlPage("Error", text));
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?")[0] ?? "";
}

/**
 * Sets what is answered for unknown routes and verbs (404), queries that do not fit (400) and bugs (500). The live portal
 * gives a page for what it does not know, whatever the path (docs/portal/observed.md §3).
 */
export function answerErrors(app: FastifyInstance, shape: AnswerShape): void {
  app.setNotFoundHandler((request, reply) => {
    const text = `Cannot ${request.method} ${pathOf(request)}`;
    if (shape === "live") sendPage(reply, 404, text);
    else sendFailure(request, reply, 404, [text]);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendRefusal(error, request, reply));
}

/** Answers with what a route or the framework threw. */
export function sendRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.validation) {
    const messages = error.validation.map((issue) => issue.message ?? "Invalid query");
    sendFailure(request, reply, 400, [...new Set(messages)]);
    return;
  }
  const status = error.statusCode ?? 500;
  const text = status < 500 ? error.message : `${STATUS_CODES[status]}: ${error.message}`;
  sendFailure(request, reply, status, [text]);
}

/** Answers a request that is no HTTP, or more of it than is taken: its path is not known, so that it gets the Error body. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed || error.code === "ECONNRESET" || !socket.writable) return;
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const body = JSON.stringify({ status, errors: [STATUS_CODES[status] ?? "Bad Request"] });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
