import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { post } from "#api/loopback/client-requests.ts";
import { readHostFile } from "#api/loopback/host-file.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import type { Windows, WindowsOptions, WindowsProgram } from "./windows.ts";

/** Gives each file another content. */
const contents = seededRandom(1);

/** Seconds for which a file of a check must be still. */
export const settleSeconds = 1;

/** Waits until `look` gives something else than null or false; throws in words where it never does. */
export async function until<T>(what: string, look: () => T | Promise<T>, withinMs = 180_000) {
  const endsAt = performance.now() + withinMs;
  while (performance.now() < endsAt) {
    const found = await look();
    if (found !== null && found !== false) return found as Exclude<T, null | false>;
    await sleep(200);
  }
  throw new Error(`${what}: not within ${withinMs / 1000} s`);
}

/** Throws in words where it is not so. */
export function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

/** A station on drive C of a Windows, with a portal outside of it. */
export class WindowsStation {
  readonly windows: Windows;
  readonly portal: MockPortal;
  /** The station's folder as this system sees it, and as Windows does. */
  readonly here: string;
  readonly there: string;
  #daemon: WindowsProgram | null = null;

  private constructor(windows: Windows, name: string, portal: MockPortal) {
    this.windows = windows;
    this.portal = portal;
    this.here = path.join(windows.driveC, "checks", name);
    this.there = `C:\\checks\\${name}`;
  }

  /** A new one in an empty folder, its instrument's files in `files`; ended when `use` is over. */
  static async using<T>(
    windows: Windows,
    name: string,
    use: (station: WindowsStation) => Promise<T>,
  ): Promise<T> {
    const station = new WindowsStation(windows, name, await openPortal());
    rmSync(station.here, { recursive: true, force: true });
    for (const folder of ["data", "files"]) mkdirSync(path.join(station.here, folder), { recursive: true });
    try {
      return await use(station);
    } finally {
      await station.kill();
      await station.portal.close();
    }
  }

  get dataThere(): string {
    return `${this.there}\\data`;
  }

  /** The instrument with the folder as Windows names it; default: `files` of the station. */
  instrument(folder = `${this.there}\\files`, change: object = {}): object {
    return {
      name: "Ceilometer",
      site: "hyytiala",
      instrument: "cl61d",
      pid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
      pattern: "**/live_%Y%m%d_*.nc",
      finish: { policy: "settle", seconds: settleSeconds },
      folder,
      ...change,
    };
  }

  configure(...instruments: readonly object[]): void {
    const settings = { portal: { url: this.portal.url, username: "station" }, instruments };
    writeFileSync(path.join(this.here, "data", "settings.json"), JSON.stringify(settings));
  }

  /** Writes a file below `files` (or another folder of this system) as one that was finished long ago. */
  write(name: string, content: string | Uint8Array = contents.bytes(2000), folder?: string): void {
    const file = path.join(folder ?? path.join(this.here, "files"), name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    const longAgo = Date.now() / 1000 - 120;
    utimesSync(file, longAgo, longAgo);
  }

  /** Starts the daemon and waits until it is ready. */
  async start(options: WindowsOptions = {}): Promise<WindowsProgram> {
    const daemon = this.windows.skyferry(["daemon", "--data", this.dataThere], options);
    this.#daemon = daemon;
    await until("the daemon is ready", () => {
      const { stdout, stderr } = daemon.said();
      must(!/^skyferry daemon: /m.test(stderr), stderr);
      return stdout.includes('{"ui":');
    });
    return daemon;
  }

  /** Ends the daemon as TerminateProcess does. */
  async kill(): Promise<void> {
    await this.#daemon?.kill();
    this.#daemon = null;
  }

  /** Runs a command on the data folder to its end. */
  async run(command: string, words: readonly string[] = []) {
    return await this.windows.skyferry([command, "--data", this.dataThere, ...words]).end;
  }

  /** Asks the daemon over loopback. */
  async ask<M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> {
    const found = await readHostFile(path.join(this.here, "data"));
    if (found.kind !== "read") throw new Error("there is no host.json");
    const limits = { answerWithinMs: 60_000, signal: AbortSignal.timeout(60_000) };
    const end = await post(found.record, method, input, limits);
    if (end.kind !== "answered") throw new Error(`${method}: ${end.kind}`);
    if (!end.reply.ok) throw new Error(`${method}: ${end.reply.error.message}`);
    return end.reply.value as Output<M>;
  }

  /** Gives the daemon's words about a file below `files`. */
  async explain(name: string): Promise<Output<"explain">> {
    return await this.ask("explain", { path: `${this.there}\\files\\${name}` });
  }

  /** Names of what the portal has taken, in the order of the alphabet. */
  arrived(): readonly string[] {
    return this.portal
      .acceptances()
      .map(({ filename }) => filename)
      .sort();
  }

  async hasArrived(names: readonly string[]): Promise<void> {
    const missing = () => names.filter((name) => !this.arrived().includes(name));
    await until("all files on the portal", () => missing().length === 0).catch(async (error: Error) => {
      const { verdict } = await this.explain(missing()[0] ?? "");
      throw new Error(`${error.message}; missing: ${missing().slice(0, 5).join(", ")}: ${verdict}`);
    });
  }

  /** Gives the files that are in the data folder only while a daemon runs. */
  leftBehind(): readonly string[] {
    const names = readdirSync(path.join(this.here, "data"));
    return names.filter((name) => name === "host.json" || name.endsWith("-wal"));
  }

  log(): string {
    return readFileSync(path.join(this.here, "data", "logs", "skyferry.log"), "utf8");
  }
}

/** Name of a file of the instrument, measured today. */
export function liveName(what: string): string {
  return `live_${new Date().toISOString().slice(0, 10).replaceAll("-", "")}_${what}.nc`;
}
