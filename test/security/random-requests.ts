import { Agent, request } from "node:http";
import { addedPieceBytes } from "#contract/added.ts";
import { bytesType } from "#contract/http-call.ts";
import { type MethodName, methods } from "#contract/methods.ts";
import { callCases } from "#test/support/builders/call-cases.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";

/** Requests that programs with mistakes, or without manners, may send; the same for the same numbers. */

interface RandomRequest {
  readonly verb: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface RequestTarget {
  readonly port: number;
  /** Texts that are in force, the host's own among them. */
  readonly tokens: readonly [string, ...string[]];
  /** Methods that are left out: they reach the network, or end the host. */
  readonly except?: readonly MethodName[];
}

export interface AnswerSeen {
  readonly asked: RandomRequest;
  readonly status: number;
  readonly text: string;
}

const strange = [
  "",
  " ",
  "\0",
  "\ud800",
  "\udfff\ud800",
  "a\u202eb",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "C:\\",
  "x".repeat(40_000),
  "😀".repeat(500),
  "NaN",
  "-1",
  "2026-11-28",
  "2026-11-28T10:00:00.000Z",
  "9999-12-31",
  "%00",
  "<script>",
  "00000000-0000-7000-8000-000000000000",
  "[",
  "*".repeat(300),
  "(a+)+$",
  "\r\nX: y",
] as const;
const numbers = [0, -0, -1, 1.5, 1e21, -1e308, 2 ** 53, 2 ** 31, 5e-324, 499, 501] as const;

function randomText(random: Random): string {
  return random.next() < 0.6
    ? random.pick(strange)
    : Buffer.from(random.bytes(random.int(0, 40))).toString("latin1");
}

function randomValue(random: Random, depth = 0): unknown {
  const kind = random.int(0, depth > 4 ? 3 : 5);
  if (kind === 0) return random.pick([null, true, false]);
  if (kind === 1) return random.pick(numbers);
  if (kind === 2 || kind === 3) return randomText(random);
  const size = random.int(0, 4);
  const values = Array.from({ length: size }, () => randomValue(random, depth + 1));
  return kind === 4 ? values : Object.fromEntries(values.map((value) => [randomText(random), value]));
}

/** A right input with one of its fields, or of those within, put wrong. */
function spoilt(random: Random, input: unknown): unknown {
  if (typeof input !== "object" || input === null || ArrayBuffer.isView(input) || random.next() < 0.15)
    return randomValue(random);
  const [key, inner] = random.pick([["extra", 1], ...Object.entries(input)] as [[string, unknown]]);
  if (Array.isArray(input)) return [...input, spoilt(random, input[0])];
  const how = random.int(0, 3);
  if (how === 0) return { ...input, [key]: undefined };
  if (how === 1) return { ...input, [randomText(random)]: randomValue(random) };
  return { ...input, [key]: spoilt(random, inner) };
}

const deep = 60_000;

function randomBody(random: Random, name: MethodName | null): string | Buffer {
  const good = name === null ? {} : callCases[name].good;
  const kind = random.int(0, 11);
  if (kind < 2) return JSON.stringify(good);
  if (kind < 7) return JSON.stringify(spoilt(random, good)) ?? "";
  if (kind === 7) return JSON.stringify(randomValue(random));
  if (kind === 8) return JSON.stringify(good).slice(0, random.int(0, 30));
  if (kind === 9) return Buffer.from(random.bytes(random.int(0, 2_000)));
  if (kind === 10)
    return random.pick([
      "[".repeat(deep) + "]".repeat(deep),
      `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`,
      "[".repeat(deep),
      `{"filter":${'{"a":'.repeat(deep)}1${"}".repeat(deep)}}`,
      `{"a":1${"0".repeat(100_000)}}`,
      `{"__proto__":{"limit":1},"constructor":1}`,
      '\ufeff{"limit":1}',
    ]);
  return random.pick([
    "",
    " ",
    "null",
    "1e999",
    "nul",
    '"\\ud800"',
    '{"path":"\\udc00"}',
    `"${"a".repeat(1_048_577)}"`,
  ]);
}

const formerNames = ["notices", "sweep", "upload.story", "figures.port", "keeping.read"] as const;

function randomPath(
  random: Random,
  names: readonly MethodName[],
): { readonly path: string; readonly name: MethodName | null } {
  const base = random.pick(["/api/", "/api/v1/"]);
  const kind = random.int(0, 19);
  if (kind < 17) {
    const name = random.pick(names as [MethodName]);
    return { path: base + name, name };
  }
  const other = [
    `${base}${random.pick(formerNames)}`,
    `${base}${encodeURIComponent(randomText(random).toWellFormed())}`,
    `${base}%`,
    `/events?since=${encodeURIComponent(String(random.pick(numbers)))}`,
    "/metrics",
    "/api/openapi.json",
    "/api/v1/",
    "/api/v1//status",
    "//status",
    `/${encodeURIComponent(randomText(random).slice(0, 100).toWellFormed())}`,
  ] as const;
  return { path: random.pick(other), name: null };
}

const types = [
  "application/json",
  "application/json",
  "application/json",
  "application/json",
  "application/json;charset=utf-16",
  "text/plain",
  "multipart/form-data; boundary=x",
  bytesType,
  "application/json, text/plain",
  "",
] as const;

function randomRequest(random: Random, { port, tokens, except = [] }: RequestTarget): RandomRequest {
  const names = (Object.keys(methods) as MethodName[]).filter((name) => !except.includes(name));
  const { path, name } = randomPath(random, names);
  const type = random.pick(types);
  const isBytes = type === bytesType && random.next() < 0.5;
  const query = isBytes
    ? `?input=${encodeURIComponent(String(randomBody(random, name)).slice(0, 3_000).toWellFormed())}`
    : "";
  const token =
    random.next() < 0.9
      ? random.pick(tokens)
      : random.pick(["", "wrong", `${tokens[0]}x`, "skyferry_".padEnd(52, "A")]);
  const headers = {
    host: `127.0.0.1:${port}`,
    ...(type === "" ? {} : { "content-type": type }),
    ...(token === "" ? {} : { authorization: `${random.next() < 0.95 ? "Bearer" : "Basic"} ${token}` }),
  };
  const verb =
    random.next() < 0.92 ? "POST" : random.pick(["GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"]);
  const isPut = verb === "POST" || verb === "PUT" || verb === "PATCH";
  const body = isBytes && random.next() < 0.01 ? Buffer.alloc(addedPieceBytes + 1) : randomBody(random, name);
  return { verb, path: path + query, headers, body: isPut ? body : "" };
}

/** Sends so many random requests, eight at a time; `onAnswer` gets each. A host that closes a line on a body that is too large counts. */
export async function askAtRandom(
  target: RequestTarget,
  random: Random,
  count: number,
  onAnswer: (answer: AnswerSeen) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let left = count;
  const askOn = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const asked = randomRequest(random, target);
      onAnswer({ asked, ...(await send(target.port, asked, agent)) });
    }
  };
  await Promise.all(Array.from({ length: 8 }, askOn));
  agent.destroy();
}

function send(
  port: number,
  { verb, path, headers, body }: RandomRequest,
  agent: Agent,
): Promise<Omit<AnswerSeen, "asked">> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, method: verb, path, headers, agent }, (answer) => {
      const status = answer.statusCode ?? 0;
      let text = "";
      if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
        answer.destroy();
        return resolve({ status, text });
      }
      answer.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      answer.on("end", () => resolve({ status, text })).on("error", () => resolve({ status, text }));
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // The host has turned it away before all of it was sent.
      if (error.code === "EPIPE" || error.code === "ECONNRESET") resolve({ status: 0, text: "" });
      else reject(new Error(`${verb} ${path.slice(0, 200)}: ${error.message}`));
    });
    sent.end(body);
  });
}
