import { createServer } from "node:http";

/**
 * The least that a portal can do, so that the client is what is measured: takes announcements and contents,
 * checks and keeps nothing. `delayMs` (first argument) is waited before each answer.
 * Prints its address as one JSON line; ends with its parent.
 */
const delayMs = Number(process.argv[2] ?? 0);

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    const isList = request.method === "GET";
    const status = request.method === "PUT" ? 201 : 200;
    const body = isList ? "[]" : request.method === "PUT" ? "Created" : "OK";
    const answer = () => {
      response.writeHead(status, {
        "Content-Type": isList ? "application/json" : "text/plain",
        "Content-Length": body.length,
      });
      response.end(body);
    };
    if (delayMs === 0) answer();
    else setTimeout(answer, delayMs);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}` })}\n`);
});
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
