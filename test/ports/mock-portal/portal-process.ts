import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { request as open } from "node:http";
import { fileURLToPath } from "node:url";
import { everywhere, md5 } from "./tiny-portal.ts";

const entry = fileURLToPath(new URL("../../support/hosts/mock-portal-main.ts", import.meta.url));

/** The radar of every seed. */
const radar = {
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  instrumentPid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
};

/** A portal with the empty seed in a process of its own. */
export type PortalProcess = {
  url: string;
  peakBytes(): Promise<number>;
  kill(): Promise<void>;
  announce(content: string | Buffer, filename: string): Promise<number>;
  /** Status of a PUT of `size` bytes made of these pieces. */
  send(checksum: string, pieces: Iterable<Buffer>): Promise<number | undefined>;
};

/** Starts it; `kill` is SIGKILL. */
export async function startPortalProcess(
  dataFolder: string,
  processingDelaySeconds = 300,
): Promise<PortalProcess> {
  const options = JSON.stringify({ dataFolder, seed: "empty", processingDelaySeconds });
  const child: ChildProcess = fork(entry, [options], { execArgv: [], stdio: "inherit" });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return {
    url,
    peakBytes: async () => {
      child.send("memory");
      const [{ maxRssBytes }] = (await once(child, "message")) as [{ maxRssBytes: number }];
      return maxRssBytes;
    },
    kill: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    announce: async (content, filename) => {
      const checksum = content.length === 32 ? String(content) : md5(content);
      const response = await fetch(`${url}/upload/metadata`, {
        method: "POST",
        headers: { authorization: everywhere, "content-type": "application/json" },
        body: JSON.stringify({ ...radar, measurementDate: "2024-05-08", filename, checksum }),
      });
      await response.arrayBuffer();
      return response.status;
    },
    send: (checksum, pieces) =>
      new Promise((resolve, reject) => {
        const request = open(`${url}/upload/data/${checksum}`, {
          method: "PUT",
          headers: { authorization: everywhere, "transfer-encoding": "chunked" },
        });
        request.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
        void write(request, pieces);
      }),
  };
}

async function write(request: ReturnType<typeof open>, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) if (!request.write(piece)) await once(request, "drain");
  request.end();
}
