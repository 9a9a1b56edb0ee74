import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type BodyFault,
  bodyOf,
  closeBehind,
  isAwaitingContinue,
  readWhole,
} from "#mock-portal/uploads/request-body.ts";
import { sent } from "./sent-answer.ts";

/** Pauses that were wanted, in milliseconds; none is waited for. */
const pauses = vi.hoisted((): number[] => []);
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    pauses.push(ms);
  },
}));

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

describe("a whole body", () => {
  test.each([
    [[], ""],
    [["one"], "one"],
    [["one", "two"], "onetwo"],
    [["0123456789"], "0123456789"],
    [["01234", "56789"], "0123456789"],
  ])("of %j is given", async (texts, whole) => {
    expect((await readWhole(pieces(...texts), 10))?.toString()).toBe(whole);
  });

  test("of one piece is that piece, not a copy", async () => {
    const piece = Buffer.from("one");
    async function* body(): AsyncGenerator<Buffer> {
      yield piece;
    }
    expect(await readWhole(body(), 10)).toBe(piece);
  });

  test("longer than the limit is read to its end and not given", async () => {
    let readTo = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const piece of pieces("01234", "56789", "x", "y")) {
        readTo += piece.length;
        yield piece;
      }
    }
    expect(await readWhole(counted(), 10)).toBeUndefined();
    expect(readTo).toBe(12);
    expect(await readWhole(pieces("0123456789x"), 10)).toBeUndefined();
  });
});

describe("who waits for 100 Continue", () => {
  const isAwaiting = (expectation: string | undefined) =>
    isAwaitingContinue({ headers: { expect: expectation } } as unknown as FastifyRequest);
  test.each(["100-continue", "100-Continue", "x, 100-continue", "100-continue;q=1"])("%s", (expectation) => {
    expect(isAwaiting(expectation)).toBe(true);
  });
  test.each([undefined, "", "x100-continue", "100-continued", "200-ok"])("not %j", (expectation) => {
    expect(isAwaiting(expectation)).toBe(false);
  });
});

test("an answer before the body says that the connection closes", async () => {
  const app = Fastify();
  app.get("/", (_request, reply) => closeBehind(reply).send("early"));
  expect((await app.inject({ url: "/" })).headers.connection).toBe("close");
  expect((await sent((reply) => reply.send("late"))).body).toBe("late");
});

describe("a body on its way in", () => {
  let app: FastifyInstance;
  let socket: Socket;
  let fault: BodyFault | undefined;
  let stalledMs = 60_000;
  const timeouts: number[] = [];
  let wasCut: Promise<unknown>;

  beforeEach(async () => {
    fault = undefined;
    stalledMs = 60_000;
    timeouts.length = 0;
    pauses.length = 0;
    app = Fastify({ forceCloseConnections: true });
    app.server.on("checkContinue", (request, response) => app.server.emit("request", request, response));
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    wasCut = new Promise((resolve) => {
      app.post("/", async (request, reply) => {
        const { socket: ofRequest } = request.raw;
        const setTimeout = ofRequest.setTimeout.bind(ofRequest);
        ofRequest.setTimeout = (ms, ...rest) => {
          timeouts.push(ms);
          return setTimeout(ms, ...rest);
        };
        try {
          const body = await readWhole(bodyOf(request, reply, stalledMs, fault), 1000);
          return reply.send(`got ${body?.toString()}`);
        } catch (error) {
          resolve(error);
          return reply.hijack();
        }
      });
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const address = app.server.address();
    socket = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
  });
  afterEach(async () => {
    socket.destroy();
    await app.close();
  });

  const head = (more = "") =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: 6\r\n${more}\r\n`;
  async function heard(text: string): Promise<string> {
    let all = "";
    while (!all.includes(text)) all += String((await once(socket, "data"))[0]);
    return all;
  }

  test("is asked for only when the client waits to be asked", async () => {
    socket.write(head("Expect: 100-continue\r\n"));
    expect(await heard("\r\n\r\n")).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("onetwo");
    expect(await heard("got")).toContain("got onetwo");
    socket.write(`${head()}onetwo`);
    expect(await heard("got")).not.toContain("100 Continue");
  });

  test("may stand still for so long, and forever once it has arrived", async () => {
    socket.write(`${head()}onetwo`);
    await heard("got");
    expect(timeouts.slice(0, 2)).toEqual([60_000, 0]);
  });

  test("is cut when it stands still for longer", async () => {
    stalledMs = 20;
    socket.write(`${head()}one`);
    await once(socket, "close");
    expect(await wasCut).toBeInstanceOf(Error);
    expect(timeouts).toEqual([20]);
  });

  test("may stand still when a fault makes it slow, and takes as long as its bytes", async () => {
    fault = { bytesPerSecond: 100 };
    socket.write(`${head()}onetwo`);
    expect(await heard("got")).toContain("got onetwo");
    expect(timeouts).not.toContain(60_000);
    expect(pauses.reduce((all, ms) => all + ms, 0)).toBeCloseTo(60);
  });

  test.each([
    [6, true],
    [5, true],
    [7, false],
    [0, true],
  ])("is reset once %i bytes are read: %s", async (resetAtByte, isReset) => {
    fault = { resetAtByte };
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(`${head()}onetwo`);
    if (!isReset) {
      expect(await heard("got")).toContain("got onetwo");
      return;
    }
    await closed;
    expect(await wasCut).toMatchObject({ message: "The connection was reset by a fault rule." });
  });
});
