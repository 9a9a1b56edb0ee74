import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { Agent, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * A plain client with the behaviour of the official one: one connection, one file after another, each hashed,
 * announced and sent with nothing overlapping; the file is opened once to hash and once to send; no ledger.
 * A third argument is how many of them share the files, each with a connection of its own.
 */
const [url = "", folder = "", lanes = "1"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(lanes) });
const auth = "station:station";
const startedAt = performance.now();
const names = readdirSync(folder).sort();
const left = [...names];
await Promise.all(Array.from({ length: Number(lanes) }, carryOn));
const seconds = (performance.now() - startedAt) / 1000;
process.stdout.write(`${JSON.stringify({ sent: names.length, seconds })}\n`);
agent.destroy();

async function carryOn(): Promise<void> {
  for (let name = left.shift(); name !== undefined; name = left.shift()) await send(name);
}

async function send(name: string): Promise<void> {
  const path = join(folder, name);
  const hash = createHash("md5");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  const checksum = hash.digest("hex");
  const metadata = JSON.stringify({
    measurementDate: "2024-03-01",
    instrument: "chm15k",
    instrumentPid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
    filename: name,
    checksum,
    site: "hyytiala",
  });
  await exchange(
    `${url}/upload/metadata/`,
    { method: "POST", headers: { "Content-Type": "application/json", "Content-Length": metadata.length } },
    async (outgoing) => void outgoing.end(metadata),
  );
  await exchange(`${url}/upload/data/${checksum}`, { method: "PUT" }, (outgoing) =>
    pipeline(createReadStream(path), outgoing),
  );
}

async function exchange(
  address: string,
  options: RequestOptions,
  write: (outgoing: ReturnType<typeof request>) => Promise<void>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(address, { ...options, agent, auth }, (answer) => {
      answer.resume();
      answer.on("end", () => (answer.statusCode === 200 || answer.statusCode === 201 ? resolve() : reject()));
    });
    outgoing.on("error", reject);
    write(outgoing).catch(reject);
  });
}
