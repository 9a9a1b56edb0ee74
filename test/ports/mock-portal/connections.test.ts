import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { everywhere, md5, portalOfEachTest } from "./tiny-portal.ts";

const tiny = portalOfEachTest({ stalledBodySeconds: 0.2 });
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

/** A raw connection to the portal and everything it has said. */
async function dial(): Promise<{
  socket: Socket;
  heard(): string;
  until(text: string): Promise<void>;
  closed: Promise<unknown>;
}> {
  const socket = connect(Number(new URL(tiny.portal.url).port), "127.0.0.1");
  sockets.push(socket);
  let heard = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    heard += text;
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const until = async (text: string): Promise<void> => {
    while (!heard.includes(text))
      await Promise.race([
        once(socket, "data"),
        closed.then(() => Promise.reject(new Error(`closed after: ${heard}`))),
      ]);
  };
  return { socket, heard: () => heard, until, closed };
}

function put(checksum: string, headers: string[], authorization = everywhere): string {
  return [
    `PUT /upload/data/${checksum} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: ${authorization}`,
    ...headers,
    "",
    "",
  ].join("\r\n");
}

describe("docs/portal/observed.md §2: early answers and Expect", () => {
  const early: [string, (content: string) => Promise<unknown>, string, string][] = [
    ["401", (content) => tiny.announce(content), "Basic wrong", "HTTP/1.1 401 Unauthorized"],
    ["400", async () => undefined, everywhere, "HTTP/1.1 400 Bad Request"],
    [
      "200-already",
      async (content) => {
        await tiny.announce(content);
        await tiny.send(content);
      },
      everywhere,
      "HTTP/1.1 200 OK",
    ],
  ];
  test.each(early)(
    "%s comes before the body is sent and without `100 Continue`; then the socket closes",
    async (_, prepare, authorization, line) => {
      await prepare("one");
      const { socket, heard, closed } = await dial();
      socket.write(put(md5("one"), ["Content-Length: 100000000", "Expect: 100-continue"], authorization));
      await closed;
      expect(heard().startsWith(line)).toBe(true);
      expect(heard()).not.toContain("100 Continue");
      expect(heard().toLowerCase()).toContain("connection: close");
    },
  );

  test("a wanted body is asked for with `100 Continue`, then answered 201", async () => {
    await tiny.announce("one");
    const { socket, until, heard } = await dial();
    socket.write(put(md5("one"), ["Content-Length: 3", "Expect: 100-continue"]));
    await until("HTTP/1.1 100 Continue\r\n\r\n");
    expect(heard()).not.toContain("201");
    socket.write("one");
    await until("Created");
  });

  test.each([
    ["closes behind one that waits to send its body", ["Content-Length: 2", "Expect: 100-continue"], true],
    ["stays open for one that has nothing to send", ["Content-Length: 0"], false],
  ])("POST without credentials: 401, and the connection %s", async (_, headers, isClosing) => {
    const { socket, until, heard } = await dial();
    socket.write(`${["POST /upload/metadata HTTP/1.1", "Host: x", ...headers].join("\r\n")}\r\n\r\n`);
    await until("Unauthorized\r\n");
    await until("\r\n\r\n");
    expect(heard().startsWith("HTTP/1.1 401")).toBe(true);
    expect(heard().toLowerCase().includes("connection: close")).toBe(isClosing);
    expect(heard()).not.toContain("100 Continue");
  });

  test("POST honours Expect: 100-continue as well", async () => {
    const { socket, until } = await dial();
    socket.write(
      `POST /upload/metadata HTTP/1.1\r\nHost: x\r\nAuthorization: ${everywhere}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
    );
    await until("100 Continue");
    socket.write("{}");
    await until("HTTP/1.1 422");
  });
});

describe("docs/portal/observed.md §2: cut connections", () => {
  test("a PUT whose body stands still is cut; the record stays created and a retry works", async () => {
    await tiny.announce("one");
    const { socket, closed, heard } = await dial();
    socket.write(`${put(md5("one"), ["Content-Length: 3"])}on`);
    await closed;
    expect(heard()).toBe("");
    expect((await tiny.send("one")).status).toBe(201);
  });

  test("an aborted PUT leaves the record created; a retry works", async () => {
    await tiny.announce("one");
    const { socket, closed } = await dial();
    socket.write(`${put(md5("one"), ["Transfer-Encoding: chunked"])}2\r\non\r\n`);
    socket.destroy();
    await closed;
    expect(await tiny.json(`/upload/metadata/${md5("one")}`)).toMatchObject({ status: "created" });
    expect((await tiny.send("one")).status).toBe(201);
    expect(tiny.portal.acceptances()).toHaveLength(1);
  });

  test("idle keep-alive sockets are announced and closed after 5 s", async () => {
    const { socket, until, closed } = await dial();
    socket.write("GET /api/models HTTP/1.1\r\nHost: x\r\n\r\n");
    await until("Keep-Alive: timeout=5");
    await closed;
  });
});

describe("a download in the log of requests", () => {
  const size = 5_000;

  /** Leaves after so many bytes of the answer; gives what the log says of it. */
  async function leavingAfter(bytes: number) {
    const content = "x".repeat(size);
    await tiny.announce(content, { filename: "x.LV1" });
    await tiny.send(content);
    const records: { filename: string; downloadUrl: string }[] = await tiny.json(
      "/api/raw-files?site=hyytiala",
    );
    const { pathname } = new URL(records.find(({ filename }) => filename === "x.LV1")?.downloadUrl ?? "");
    // The answer ends a tenth of a second after its last byte.
    const fault = { downloadBytesPerSecond: size * 5 };
    tiny.portal.setFaults([{ route: "/api/download/raw/*/*", fault }]);
    const { socket, heard } = await dial();
    const gone = once(socket, "close");
    const headEnd = "\r\n\r\n";
    socket.on("data", () => {
      const begin = heard().indexOf(headEnd) + headEnd.length;
      if (heard().length - begin >= bytes) socket.destroy();
    });
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    await gone;
    return () => tiny.portal.requests().at(-1);
  }

  test("has its status although the client closes as soon as it has all of it", async () => {
    const last = await leavingAfter(size);
    await expect.poll(last).toMatchObject({ route: "/api/download/raw/:uuid/:filename", status: 200 });
    expect(tiny.portal.counts()["GET /api/download/raw/:uuid/:filename"]).toEqual({
      requests: 1,
      statuses: { 200: 1 },
    });
  });

  test("has none where the client leaves before", async () => {
    const last = await leavingAfter(size / 2);
    // By then a slow answer has come to its end.
    await setTimeout(500);
    expect(last()).toMatchObject({ status: null });
  });
});
