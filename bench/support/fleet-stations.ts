import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const program = new URL("./fleet-host-main.ts", import.meta.url).pathname;

/** Stations in processes of their own, and the instruments that write for them. */
export interface Fleet {
  /** Addresses at which the stations give their figures. */
  readonly metrics: readonly string[];
  /** Begins to write a file a station and `everyMs`, each station at a moment of its own; the function ends it. */
  startWriting(everyMs: number): () => void;
  /** Writes one file for every station at once. */
  writeAll(): void;
  /** Gives the station that wrote the content of this MD5. */
  stationOf(checksum: string): number | undefined;
  written(): number;
  /** Resident memory of one process, megabytes, the mean. */
  processMB(): number;
  stop(): Promise<void>;
}

/** Starts `count` stations that deliver to `url`, `perProcess` of them in each process. */
export async function startFleet(
  root: string,
  url: string,
  count: number,
  perProcess: number,
): Promise<Fleet> {
  const places = Array.from({ length: count }, (_, n) => writeStation(join(root, `station-${n}`), url));
  const groups = Array.from({ length: Math.ceil(count / perProcess) }, (_, n) =>
    places.slice(n * perProcess, (n + 1) * perProcess),
  );
  const hosts: Host[] = [];
  // A few at a time, or the start of all of them is what is measured.
  for (let n = 0; n < groups.length; n += 4)
    hosts.push(...(await Promise.all(groups.slice(n, n + 4).map(startHost))));
  const owners = new Map<string, number>();
  const writeFor = (station: number): void => {
    const bytes = randomBytes(10_240);
    owners.set(createHash("md5").update(bytes).digest("hex"), station);
    const name = `x_${String(owners.size).padStart(6, "0")}_${today()}.nc`;
    writeFileSync(join(places[station] ?? "", "files", name), bytes);
  };
  return {
    metrics: hosts.flatMap(({ metrics }) => metrics),
    startWriting(everyMs) {
      const timers = places.map((_, station) =>
        setTimeout(() => {
          writeFor(station);
          timers[station] = setInterval(() => writeFor(station), everyMs);
        }, Math.random() * everyMs),
      );
      return () => {
        for (const timer of timers) clearInterval(timer);
      };
    },
    writeAll() {
      for (const station of places.keys()) writeFor(station);
    },
    stationOf: (checksum) => owners.get(checksum),
    written: () => owners.size,
    processMB: () => hosts.reduce((sum, { pid }) => sum + residentMB(pid), 0) / hosts.length,
    stop: async () => void (await Promise.all(hosts.map(({ stop }) => stop()))),
  };
}

interface Host {
  readonly pid: number;
  readonly metrics: readonly string[];
  stop(): Promise<void>;
}

async function startHost(dataFolders: readonly string[]): Promise<Host> {
  const child = spawn(process.execPath, [program, ...dataFolders], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { metrics } = JSON.parse(line) as { metrics: string[] };
  return {
    pid: child.pid ?? 0,
    metrics,
    async stop() {
      const closed = once(child, "close");
      child.stdin.end();
      await closed;
    },
  };
}

function writeStation(dataFolder: string, url: string): string {
  mkdirSync(join(dataFolder, "files"), { recursive: true });
  const instrument = {
    name: "Bench",
    site: "hyytiala",
    instrument: "cl61d",
    pid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
    folder: join(dataFolder, "files"),
    pattern: "x_*_%Y%m%d.nc",
    finish: { policy: "settle", seconds: 1 },
  };
  const settings = { portal: { url, username: "station" }, instruments: [instrument] };
  writeFileSync(join(dataFolder, "settings.json"), JSON.stringify(settings));
  return dataFolder;
}

function today(): string {
  return new Date().toISOString().slice(0, 10).replaceAll("-", "");
}

function residentMB(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? 0) / 1000;
}
