import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { startEnvironment } from "#base/start-environment.ts";
import { fileTime } from "#build/packages/deb-file.ts";
import { plainTar } from "./archive.ts";

const run = promisify(execFile);

/** Id of the account in the image, which owns `/data`. */
const uid = 1000;
const home = "/opt/skyferry";
const environment = Object.entries(startEnvironment).map((pair) => pair.join("="));
const command = [`${home}/runtime/node`, `${home}/out/cli/skyferry.js`];

interface ImageFacts {
  readonly version: string;
  readonly architecture: string;
  /** The C and C++ libraries for it, unpacked. */
  readonly libraries: string;
}

/**
 * Makes `FOLDER.image.tar` beside a station package's folder, for `podman load` and `docker load`: the archive of an image with
 * a health check, which a bare OCI layout cannot have. In it are the package and the libraries, and no shell; it runs as an
 * ordinary user with a read-only root and keeps all it knows in `/data`.
 */
export async function containerImage(folder: string, facts: ImageFacts): Promise<string> {
  const work = `${folder}.image`;
  await rm(work, { recursive: true, force: true });
  const blobs = path.join(work, "layout/blobs/sha256");
  await mkdir(blobs, { recursive: true });
  try {
    const layers = [
      await layer(path.join(work, "base"), blobs, (root) => writeBase(root, facts.libraries)),
      await layer(path.join(work, "program"), blobs, (root) => writeProgram(root, folder)),
    ];
    const config = await blob(blobs, imageConfig(facts, layers));
    const manifest = {
      Config: placeOf(config.digest),
      RepoTags: [`localhost/skyferry-station:${facts.version}`],
      Layers: layers.map(({ digest }) => placeOf(digest)),
    };
    await writeFile(path.join(work, "layout/manifest.json"), JSON.stringify([manifest]));
    const archive = `${folder}.image.tar`;
    await run("tar", [...plainTar, "-cf", archive, "-C", path.join(work, "layout"), "."]);
    return archive;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

interface Blob {
  readonly digest: string;
}

function imageConfig({ version, architecture }: ImageFacts, layers: readonly Blob[]): object {
  return {
    created: fileTime.toISOString(),
    architecture,
    os: "linux",
    config: {
      User: `${uid}:${uid}`,
      Env: ["PATH=/opt/skyferry/runtime", "HOME=/data", ...environment],
      Entrypoint: command,
      Cmd: ["daemon", "--data", "/data"],
      WorkingDir: "/data",
      Volumes: { "/data": {} },
      StopSignal: "SIGTERM",
      Healthcheck: {
        Test: ["CMD", ...command, "status", "--data", "/data", "--alive"],
        Interval: 60e9,
        Timeout: 20e9,
        StartPeriod: 60e9,
        Retries: 3,
      },
      Labels: {
        "org.opencontainers.image.title": "Skyferry",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "MIT",
      },
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ digest }) => digest) },
    history: layers.map(() => ({ created: fileTime.toISOString() })),
  };
}

/** Libraries, an account, and the places that are written to. */
async function writeBase(root: string, libraries: string): Promise<void> {
  await cp(libraries, root, { recursive: true, verbatimSymlinks: true });
  // Programs of the C library; nothing here calls them.
  for (const unneeded of ["sbin", "usr/bin", "usr/sbin"])
    await rm(path.join(root, unneeded), { recursive: true, force: true });
  await mkdir(path.join(root, "etc"), { recursive: true });
  await writeFile(
    path.join(root, "etc/passwd"),
    `root:x:0:0::/:/nonexistent\nskyferry:x:${uid}:${uid}::/data:/nonexistent\n`,
  );
  await writeFile(path.join(root, "etc/group"), `root:x:0:\nskyferry:x:${uid}:\n`);
  await writeFile(path.join(root, "etc/nsswitch.conf"), "hosts: files dns\n");
  await mkdir(path.join(root, "data"), { mode: 0o700 });
  await mkdir(path.join(root, "tmp"));
}

async function writeProgram(root: string, folder: string): Promise<void> {
  const at = path.join(root, home);
  await mkdir(at, { recursive: true });
  for (const part of [
    "out",
    "runtime",
    "native",
    "package.json",
    "LICENSE",
    "third-party-licences.txt",
    "sbom.cdx.json",
  ])
    await cp(path.join(folder, part), path.join(at, part), { recursive: true });
}

/** A layer of the files that `write` puts into an empty folder. */
async function layer(root: string, blobs: string, write: (root: string) => Promise<void>): Promise<Blob> {
  await mkdir(root, { recursive: true });
  await write(root);
  const file = `${root}.tar`;
  await run("tar", [
    ...plainTar,
    "--exclude=./data",
    "--exclude=./tmp",
    "--mode=u=rwX,go=rX",
    "-cf",
    file,
    "-C",
    root,
    ".",
  ]);
  if (existsSync(path.join(root, "data"))) {
    const words = plainTar.filter((word) => !/^--(?:owner|group)=/.test(word));
    await run("tar", [
      ...words,
      `--owner=${uid}`,
      `--group=${uid}`,
      "--mode=0700",
      "-rf",
      file,
      "-C",
      root,
      "./data",
    ]);
    await run("tar", [...plainTar, "--mode=1777", "-rf", file, "-C", root, "./tmp"]);
  }
  const found = await blobOf(file);
  await rename(file, path.join(blobs, found.digest.slice("sha256:".length)));
  return found;
}

async function blob(blobs: string, value: object): Promise<Blob> {
  const file = path.join(blobs, "part");
  await writeFile(file, JSON.stringify(value));
  const found = await blobOf(file);
  await rename(file, path.join(blobs, found.digest.slice("sha256:".length)));
  return found;
}

async function blobOf(file: string): Promise<Blob> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return { digest: `sha256:${hash.digest("hex")}` };
}

function placeOf(digest: string): string {
  return `blobs/${digest.replace(":", "/")}`;
}
