import { EventEmitter } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { limitSockets } from "#api/loopback/limited-sockets.ts";

class FakeSocket extends EventEmitter {
  isDestroyed = false;
  destroy(): void {
    this.isDestroyed = true;
    this.emit("close");
  }
}

/** A server of which connections come by hand. */
function setUp(strangers: number, known: number) {
  const server = new EventEmitter();
  const limited = limitSockets(server as unknown as Server, { strangers, known });
  const connect = () => {
    const socket = new FakeSocket();
    server.emit("connection", socket);
    return socket;
  };
  const ask = (socket: FakeSocket) => {
    const response = new EventEmitter();
    limited.asked(socket as unknown as Socket, response as unknown as ServerResponse);
    return response;
  };
  const welcome = (socket: FakeSocket) => limited.welcome(socket as unknown as Socket);
  return { connect, ask, welcome };
}

const gone = (sockets: readonly FakeSocket[]) => sockets.map(({ isDestroyed }) => isDestroyed);

test("of strangers the one that was silent longest makes room", () => {
  const { connect, ask } = setUp(2, 2);
  const sockets = [connect(), connect()];
  ask(sockets[0] as FakeSocket).emit("close");
  sockets.push(connect());
  expect(gone(sockets)).toEqual([false, true, false]);
});

test("of those that have shown the token one that idles makes room, and takes no stranger's place", () => {
  const { connect, ask, welcome } = setUp(1, 2);
  const welcomed = () => {
    const socket = connect();
    const response = ask(socket);
    welcome(socket);
    return { socket, response };
  };
  const [waits, idles] = [welcomed(), welcomed()];
  idles.response.emit("close");
  const third = welcomed();
  expect(gone([waits.socket, idles.socket, third.socket])).toEqual([false, true, false]);
  // Among those that all wait for their answers, the oldest goes.
  const fourth = welcomed();
  expect(gone([waits.socket, third.socket, fourth.socket])).toEqual([true, false, false]);
});
