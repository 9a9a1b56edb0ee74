import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync, readSync } from "node:fs";
import { cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import about from "#package" with { type: "json" };
import { makeScratch } from "#test/support/builders/scratch.ts";
import { zipBytes } from "#test/support/builders/zip-bytes.ts";

const top = fileURLToPath(new URL("../../..", import.meta.url));
const { electron: version } = about.devDependencies;
const zipName = `electron-v${version}-${process.platform}-${process.arch}.zip`;

/**
 * A stand-in for the runtime: it writes down its arguments, and does what `WINDOW_DOES` says. As Electron outside of a
 * package it is Node where it is told to (https://www.electronjs.org/docs/latest/api/environment-variables).
 */
const program = `#!/bin/sh
[ -z "$ELECTRON_RUN_AS_NODE" ] || exec node "$@"
echo "window $*\${APPIMAGE:+ of $APPIMAGE}" >> "$HOME/did"
eval "$WINDOW_DOES"
`;

function runtimeZip(): Buffer {
  return zipBytes([
    { name: "LICENSE", content: "MIT" },
    { name: "electron", content: program, mode: 0o755 },
    { name: "icudtl.dat", content: "words" },
    { name: "resources.pak", content: "pictures" },
    // Incompressible and large enough for a download to be cut or to trickle.
    { name: "resources/default_app.asar", content: Buffer.alloc(3_000_000, 7) },
    { name: "version", content: version },
  ]);
}

/** Puts a runtime with this program in its place, as one that was fetched before. */
export async function putRuntime({ home }: FreshCheckout, content: string | Uint8Array): Promise<void> {
  const dist = path.join(home, "dist");
  await mkdir(dist);
  await writeFile(path.join(home, "path.txt"), "electron");
  await writeFile(path.join(dist, "electron"), content, { mode: 0o755 });
  for (const name of ["icudtl.dat", "resources.pak"]) await writeFile(path.join(dist, name), "whole");
  await writeFile(path.join(dist, "version"), version);
}

/** The beginning of a program of this system. */
export function halfProgram(): Buffer {
  const file = openSync(process.execPath, "r");
  const bytes = Buffer.alloc(4_000_000);
  readSync(file, bytes);
  closeSync(file);
  return bytes;
}

/** How the mirror answers. */
export type MirrorMood =
  | "complete"
  | "another file"
  | "404"
  | "never answers"
  | "waits for release"
  | "stops in the middle"
  | "trickles"
  | "is cut in the middle";

/** A web server with the archive of the runtime, as GitHub or a mirror of one's own. */
export interface ElectronMirror {
  /** For `ELECTRON_MIRROR`. */
  readonly url: string;
  readonly requests: string[];
  mood: MirrorMood;
  /** Answers whole what has waited. */
  release(): void;
  /** Resolves when the next archive is asked for. */
  asked(): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts the mirror; `zip` is what it holds. */
async function startMirror(zip: Buffer): Promise<ElectronMirror> {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    mirror.requests.push(request.url ?? "");
    if (mirror.mood === "waits for release") waiting.push(response);
    else answer(mirror.mood, zip, response);
    server.emit("asked");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const mirror: ElectronMirror = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: [],
    mood: "complete",
    release() {
      for (const response of waiting.splice(0)) answer("complete", zip, response);
    },
    asked: () => once(server, "asked"),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return mirror;
}

function answer(mood: MirrorMood, zip: Buffer, response: ServerResponse): void {
  const half = zip.subarray(0, zip.length / 2);
  const begin = () => response.writeHead(200, { "Content-Length": zip.length });
  if (mood === "complete") begin().end(zip);
  else if (mood === "another file") begin().end(Buffer.alloc(zip.length, 1));
  else if (mood === "404") response.writeHead(404).end("Not Found");
  else if (mood === "stops in the middle") begin().write(half);
  else if (mood === "is cut in the middle") begin().write(half, () => response.destroy());
  else if (mood === "trickles") {
    begin();
    const timer = setInterval(() => response.write("x"), 10);
    response.on("close", () => clearInterval(timer));
  }
}

/** A checkout without a runtime, as `npm ci` leaves it, and the mirror that has its runtime. */
export interface FreshCheckout {
  readonly folder: string;
  /** Folder of the Electron package. */
  readonly home: string;
  readonly mirror: ElectronMirror;
  /** The environment of a person with a display, and with this mirror and a cache of its own. */
  readonly env: NodeJS.ProcessEnv;
  /** Gives the entries that the fetch left in the package's folder: neither half a runtime nor half a download. */
  left(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

interface CheckoutWishes {
  /** Place of the Electron package, on a disk of its own. */
  readonly home?: string;
  /** With the sources, so that it can be started. */
  readonly hasSources?: boolean;
  /** With what `npm run e2e:electron` runs, too. */
  readonly hasTests?: boolean;
}

/** Makes a checkout whose Electron package has the checksum of a stand-in. */
export async function freshCheckout(wishes: CheckoutWishes = {}): Promise<FreshCheckout> {
  const folder = await makeScratch("skyferry-checkout-");
  const modules = path.join(folder, "node_modules");
  const home = wishes.home ?? path.join(modules, "electron");
  await mkdir(modules);
  for (const name of await readdir(path.join(top, "node_modules")))
    if (name !== "electron" && !name.startsWith(".cache"))
      await symlink(path.join(top, "node_modules", name), path.join(modules, name));
  if (wishes.home === undefined) await mkdir(home);
  else await symlink(path.join(top, "node_modules"), path.join(home, "node_modules"));
  const zip = runtimeZip();
  const sha256 = createHash("sha256").update(zip).digest("hex");
  await writeFile(path.join(home, "package.json"), JSON.stringify({ name: "electron", version }));
  await writeFile(path.join(home, "checksums.json"), JSON.stringify({ [zipName]: sha256 }));
  if (wishes.hasSources === true || wishes.hasTests === true)
    for (const name of [
      "electron",
      "build",
      "package.json",
      ...(wishes.hasTests === true ? ["test/support", "test/smoke"] : []),
    ])
      await cp(path.join(top, name), path.join(folder, name), { recursive: true });
  const mirror = await startMirror(zip);
  return {
    folder,
    home,
    mirror,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      DISPLAY: ":99",
      ELECTRON_MIRROR: mirror.url,
      electron_config_cache: path.join(folder, "cache"),
    },
    left: async () =>
      (await readdir(home)).filter(
        (name) => !["package.json", "checksums.json", "node_modules"].includes(name),
      ),
    async remove() {
      await mirror.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
