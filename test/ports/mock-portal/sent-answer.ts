import Fastify, { type FastifyReply } from "fastify";

/** Gives the answer that a function sends through a reply of a real server. */
export async function sent(send: (reply: FastifyReply) => unknown) {
  const app = Fastify();
  app.get("/", (_request, reply) => {
    send(reply);
    return reply;
  });
  const { statusCode, headers, body } = await app.inject({ url: "/" });
  return { status: statusCode, type: headers["content-type"], body };
}
