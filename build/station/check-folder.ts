import { open, readdir } from "node:fs/promises";
import path from "node:path";
import type { StationTarget } from "./targets.ts";

/** All that may be in a station package. */
const welcome: readonly RegExp[] = [
  /^(?:LICENSE|package\.json|sbom\.cdx\.json|third-party-licences\.txt|skyferry(?:\.cmd)?)$/,
  /^runtime\/node(?:\.exe)?$/,
  /^native\/keyring\.node$/,
  /^out\/(?:cli|chunks|adapters|mock-portal|engine|api|demo)\/[\w/@.-]+\.(?:js|json|wasm)$/,
  /^out\/languages\/[a-z]{2}\/[a-z]+\.json$/,
  /^out\/renderer\/(?:index\.html|[\w/@.-]+\.(?:js|css|json|svg|png|ico|woff2))$/,
  /^share\/[\w/.-]+$/,
];

/** Sentences about what is missing from the folder of a package, is not needed, or is for another processor. */
export async function stationProblems(target: StationTarget, folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((one) => !one.isDirectory())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)).split(path.sep).join("/"));
  const program = target.linux === null ? "runtime/node.exe" : "runtime/node";
  const launcher = target.linux === null ? "skyferry.cmd" : "skyferry";
  const needed = [
    "LICENSE",
    "package.json",
    "sbom.cdx.json",
    "third-party-licences.txt",
    "out/cli/skyferry.js",
    "out/renderer/index.html",
    "out/adapters/secrets/keychain-worker.js",
    launcher,
    program,
    "native/keyring.node",
  ];
  const problems = needed.filter((file) => !found.includes(file)).map((file) => `${file} is missing.`);
  for (const file of found)
    if (!welcome.some((pattern) => pattern.test(file))) problems.push(`${file} is not needed.`);
  for (const file of [program, "native/keyring.node"].filter((one) => found.includes(one))) {
    const machine = await machineOf(path.join(folder, file));
    if (machine !== target.name) problems.push(`${file} is for ${machine}, not for ${target.name}.`);
  }
  return problems;
}

/** The system that a program or library is for, by its header. */
async function machineOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(1024);
    await handle.read(head, 0, head.length, 0);
    if (head.toString("latin1", 0, 4) === "\x7fELF")
      return { 62: "linux-x64", 183: "linux-arm64" }[head.readUInt16LE(18)] ?? "another Linux";
    const at = head.readUInt32LE(60);
    if (head.toString("latin1", 0, 2) === "MZ" && at <= head.length - 6)
      return head.readUInt16LE(at + 4) === 0x8664 ? "win-x64" : "another Windows";
    return "no known system";
  } finally {
    await handle.close();
  }
}
