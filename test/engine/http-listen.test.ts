import { createServer } from "node:http";
import { expect, test } from "vitest";
import { closeServer, listen, portOf } from "#api/loopback/listen.ts";

test("an accept that fails costs that connection, not the process", async () => {
  const server = createServer((_, response) => response.end("here"));
  expect(await listen(server, 0, "127.0.0.1")).toBeNull();
  server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE" }));
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}/`);
  expect(await answer.text()).toBe("here");
  await closeServer(server);
});

test("a port that is taken is one sentence that names it", async () => {
  const first = createServer();
  await listen(first, 0, "127.0.0.1");
  const port = portOf(first);
  expect(await listen(createServer(), port, "127.0.0.1")).toBe(
    `Port ${port} of this PC is used by another program: choose another port.`,
  );
  await closeServer(first);
});
