import { EventEmitter } from "node:events";
import type { MessageChannelMain, MessagePortMain } from "electron";

/** Way of the messages that a port posts. */
export interface PortWire {
  send(message: unknown): void;
  close(): void;
}

/**
 * `MessagePortMain`: what is posted is copied by the structured clone algorithm or not posted at all, what arrives waits for
 * `start`, and what is posted to a port that is closed or was handed on is lost without a word.
 */
export class FakePort
  extends EventEmitter
  implements Pick<MessagePortMain, "close" | "postMessage" | "start">
{
  /** Null: closed, or handed on. */
  wire: PortWire | null;
  #waiting: unknown[] | null = [];

  constructor(wire: PortWire | null) {
    super();
    this.wire = wire;
  }

  postMessage(message: unknown): void {
    const copy: unknown = structuredClone(message);
    this.wire?.send(copy);
  }

  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const data of waiting) this.emit("message", { data, ports: [] });
  }

  close(): void {
    this.wire?.close();
    this.wire = null;
  }

  /** The other end posted this. */
  hear(data: unknown): void {
    if (this.wire === null) return;
    if (this.#waiting === null) this.emit("message", { data, ports: [] });
    else this.#waiting.push(data);
  }

  /** The other end is closed or gone. */
  hearClose(): void {
    if (this.wire === null) return;
    this.wire = null;
    this.emit("close");
  }

  /** Hands this end on to another process; gives what had arrived. Throws where it was handed on before. */
  handOn(): readonly unknown[] {
    if (this.wire === null) throw new TypeError("Port at index 0 is already neutered");
    const arrived = this.#waiting ?? [];
    this.#waiting = [];
    this.wire = null;
    return arrived;
  }
}

/** Both ends of a channel, of which each can be handed on to another process. */
export class FakeMessageChannel implements Pick<MessageChannelMain, "port1" | "port2"> {
  readonly port1: MessagePortMain;
  readonly port2: MessagePortMain;

  constructor() {
    const one = new FakePort(null);
    const other = new FakePort(null);
    join(one, other);
    this.port1 = one as unknown as MessagePortMain;
    this.port2 = other as unknown as MessagePortMain;
  }
}

const others = new WeakMap<FakePort, FakePort>();

function join(one: FakePort, other: FakePort): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    others.set(from, to);
    from.wire = {
      send: (message) => void setImmediate(() => to.hear(message)),
      close: () => void setImmediate(() => to.hearClose()),
    };
  }
}

/** The end that stays here when `port` is handed on; what it posts goes over `wire` from now on. */
export function otherEndOf(port: FakePort, wire: PortWire): FakePort {
  const other = others.get(port);
  if (other === undefined) throw new TypeError("Port at index 0 is not a valid port");
  if (other.wire !== null) other.wire = wire;
  return other;
}
