import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./children.ts";
import { bundle, checkout, type Program } from "./programs.ts";
import { writeSettings } from "./trees.ts";

const sequential = new URL("./sequential-main.ts", import.meta.url).pathname;
const officialClient = new URL("./official-client.py", import.meta.url).pathname;

/** A way to send the files of a folder to a sink. */
export interface Client {
  readonly name: string;
  send(url: string, folder: string, names: readonly string[]): Promise<{ seconds: number; peakMB: number }>;
}

/** `skyferry submit` with an empty ledger; seconds from the first look at the folder to the report. */
export const ours = submitOf(checkout);

/** The same from the station package; `buildProgram` has made it. */
export const oursPackaged = submitOf(bundle);

function submitOf(program: Program): Client {
  return {
    name: "skyferry",
    async send(url, folder, names) {
      const data = mkdtempSync(join(folder, "..", "station-"));
      writeSettings(join(data, "settings.json"), url, folder);
      const env = { ...process.env, ...program.env, SKYFERRY_PASSWORD: "station" };
      const ran = await run(process.execPath, [program.entry, "submit", "--data", data, "--json"], env);
      rmSync(data, { recursive: true, force: true });
      const report = JSON.parse(ran.stdout) as { delivered: number; seconds: number };
      if (report.delivered !== names.length)
        throw new Error(`not all delivered: ${ran.stdout.slice(0, 1000)}`);
      return { seconds: report.seconds, peakMB: ran.peakMB };
    },
  };
}

/** A single connection, one file after another: hash, POST, PUT, as the official command-line client does. */
export const plainSequential = plain("sequential", 1);

/** Four of them in one process, sharing the files: what four connections carry that record nothing. */
export const plainFour = plain("four", 4);

function plain(name: string, lanes: number): Client {
  return {
    name,
    async send(url, folder, names) {
      const ran = await run(process.execPath, [sequential, url, folder, String(lanes)]);
      const report = JSON.parse(ran.stdout) as { sent: number; seconds: number };
      if (report.sent !== names.length) throw new Error(`sent ${report.sent} of ${names.length}`);
      return { seconds: report.seconds, peakMB: ran.peakMB };
    },
  };
}

/** The official client's behaviour in its own language, with its own HTTP library (Python, requests). */
export const official: Client = {
  name: "official",
  async send(url, folder, names) {
    const ran = await run("python3", [officialClient, url, folder]);
    const report = JSON.parse(ran.stdout) as { sent: number; seconds: number };
    if (report.sent !== names.length) throw new Error(`sent ${report.sent} of ${names.length}`);
    return { seconds: report.seconds, peakMB: ran.peakMB };
  },
};

/** curl sends the same two requests for each file over one connection; it hashes nothing. */
export const curl: Client = {
  name: "curl",
  async send(url, folder, names) {
    const config = join(folder, "..", "curl.cfg");
    writeFileSync(config, names.map((name) => requestsOf(url, folder, name)).join("next\n"));
    const ran = await run("curl", ["-s", "-S", "--fail", "-K", config]);
    return { seconds: ran.seconds, peakMB: ran.peakMB };
  },
};

function requestsOf(url: string, folder: string, name: string): string {
  const metadata = JSON.stringify({
    measurementDate: "2024-03-01",
    instrument: "chm15k",
    instrumentPid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
    filename: name,
    checksum: "d41d8cd98f00b204e9800998ecf8427e",
    site: "hyytiala",
    tags: [],
  });
  return `url = "${url}/upload/metadata/"
user = "station:station"
header = "Content-Type: application/json"
data = ${JSON.stringify(metadata)}
output = "/dev/null"
next
url = "${url}/upload/data/d41d8cd98f00b204e9800998ecf8427e"
user = "station:station"
upload-file = "${join(folder, name)}"
header = "Transfer-Encoding: chunked"
header = "Expect:"
output = "/dev/null"
`;
}
