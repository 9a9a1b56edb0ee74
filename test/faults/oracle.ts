import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { UploadState } from "#domain/upload.ts";
import { md5 } from "#test/support/builders/station-place.ts";
import { treeChanges, treeLines } from "#test/support/builders/tree-hash.ts";
import { type PortalProbe, portalProbe, type SeenRecord } from "#test/support/portals/portal-probe.ts";

/** Words of the uploader about itself: `status --json`, and file by file where it was asked. */
export interface Claims {
  readonly totals: Readonly<Record<UploadState, number>>;
  readonly delivered: readonly { readonly path: string; readonly checksum: string }[] | null;
  readonly needsAttention: boolean;
  /** Names of what is wrong, for the words of a violation. */
  readonly causes?: readonly string[];
}

/** Effects that a fault may leave behind; without an allowance nothing is left over and nobody is needed. */
export interface Allowance {
  /** Most POST and PUT requests for one checksum (I4). */
  readonly postsAFile?: number;
  readonly putsAFile?: number;
  /** Uploads that are neither delivered nor superseded. */
  readonly unfinished?: number;
  readonly needsYou?: boolean;
}

/** Whose record a file becomes. */
export interface Identity {
  readonly site: string;
  readonly measurementDate: string;
  readonly tags?: readonly string[];
}

interface Finished extends Identity {
  readonly path: string;
  readonly filename: string;
  /** MD5 and size of each state in which it was finished, oldest first; the last one is what must arrive. */
  readonly states: { readonly checksum: string; readonly size: number }[];
  /** Why it is not to be on the portal; null when it is. */
  keptBack: string | null;
}

/** A ledger of its own: what was finished and when, checked against the portal and the uploader (I1 to I7 of docs/reliability.md). */
export interface Oracle {
  /** The writer has just finished this file; reads it. Again for each newer version. */
  finished(path: string, identity: Identity): Promise<void>;
  /** It was finished with these bytes; for files that may be gone by now. */
  stood(path: string, identity: Identity, bytes: Uint8Array): void;
  /** It need not, or may not, arrive: deleted again, empty, a name that the portal refuses. */
  keptBack(path: string, why: string): void;
  /** The instrument's tree as it is: from here on nobody may change it (I6). */
  seal(folder: string): Promise<void>;
  /** Everything that is not as promised, in words; nothing when all is well. */
  check(claims: Claims | null, allowance?: Allowance): Promise<readonly string[]>;
}

/** An oracle that counts what the portal sees from now on; `kind`: whose files it follows, an instrument's by default. */
export async function createOracle(portalUrl: string, kind?: "model"): Promise<Oracle> {
  const eye = portalProbe(portalUrl, kind);
  const start = await eye.now();
  const files = new Map<string, Finished>();
  const trees = new Map<string, ReadonlyMap<string, string>>();

  const stood: Oracle["stood"] = (path, identity, bytes) => {
    const file = files.get(path) ?? {
      ...identity,
      path,
      filename: basename(path),
      states: [],
      keptBack: null,
    };
    file.keptBack = null;
    const state = { checksum: md5(bytes), size: bytes.length };
    if (file.states.at(-1)?.checksum !== state.checksum) file.states.push(state);
    files.set(path, file);
  };

  return {
    stood,
    finished: async (path, identity) => stood(path, identity, await readFile(path)),
    keptBack(path, why) {
      const file = files.get(path);
      if (file !== undefined) file.keptBack = why;
    },
    async seal(folder) {
      trees.set(folder, await treeLines(folder));
    },
    async check(claims, allowance = {}) {
      const all = [...files.values()];
      const found = [
        ...(await checkPortal(eye, all)),
        ...(await checkAcceptances(eye, start.acceptance, all)),
        ...(await checkRequests(eye, start.request, all, allowance)),
        ...(claims === null ? [] : checkClaims(claims, all, allowance)),
      ];
      for (const [folder, before] of trees)
        for (const change of treeChanges(before, await treeLines(folder)))
          found.push(`I6 the instrument's tree was touched: ${change}`);
      return found;
    },
  };
}

/** I1 and I2: what was finished is there, byte for byte. */
async function checkPortal(eye: PortalProbe, files: readonly Finished[]): Promise<string[]> {
  const found: string[] = [];
  const records = new Map<string, readonly SeenRecord[]>();
  for (const site of new Set(files.map((file) => file.site))) records.set(site, await eye.rawFiles(site));
  for (const file of files) {
    const last = file.states.at(-1);
    if (last === undefined || file.keptBack !== null) continue;
    const received = (records.get(file.site) ?? []).filter((record) => record.status !== "created");
    const same = received.filter((record) => record.checksum === last.checksum);
    const record = same.find((one) => isRecordOf(one, file)) ?? same[0];
    if (record === undefined) {
      found.push(`I1 lost: ${file.path} (MD5 ${last.checksum}) is not on the portal`);
      continue;
    }
    if (!isRecordOf(record, file) && !isTwin(last.checksum, file, files))
      found.push(`I1 ${file.path} is on the portal as ${record.filename} only, and no such twin was written`);
    const bytes = await eye.download(record);
    if (md5(bytes) !== last.checksum || Number(record.size) !== last.size)
      found.push(
        `I2 ${file.path}: the portal gives ${bytes.length} bytes with MD5 ${md5(bytes)}, not ${last.checksum}`,
      );
  }
  return found;
}

/** I3: whatever was accepted under a name is a state in which a file of that name was finished. */
async function checkAcceptances(
  eye: PortalProbe,
  afterSeq: number,
  files: readonly Finished[],
): Promise<string[]> {
  const states = new Map<string, Set<string>>();
  for (const { filename, states: stood } of files) {
    const known = states.get(filename) ?? new Set();
    for (const { checksum } of stood) known.add(checksum);
    states.set(filename, known);
  }
  return (await eye.acceptances(afterSeq)).flatMap(({ filename, checksum, size }) =>
    states.get(filename)?.has(checksum) === true
      ? []
      : [
          `I3 the portal accepted ${size} bytes (MD5 ${checksum}) as ${filename}, which was never finished so`,
        ],
  );
}

/** I4: nothing is sent more often than the fault excuses. */
async function checkRequests(
  eye: PortalProbe,
  afterSeq: number,
  files: readonly Finished[],
  { postsAFile, putsAFile }: Allowance,
): Promise<string[]> {
  const found: string[] = [];
  const seen = await eye.requests(afterSeq);
  const ours = new Map(files.flatMap(({ path, states }) => states.map(({ checksum }) => [checksum, path])));
  for (const [method, most] of [
    ["POST", postsAFile],
    ["PUT", putsAFile],
  ] as const) {
    if (most === undefined) continue;
    const mine = seen.filter((request) => request.method === method);
    // A request that a fault kept from the portal's own code is known by its path, or not at all.
    const byChecksum = Map.groupBy(mine, ({ checksum, path }) => checksum ?? md5In(path));
    byChecksum.delete("");
    for (const [checksum, requests] of byChecksum)
      if (requests.length > most)
        found.push(
          `I4 ${requests.length} ${method} for ${ours.get(checksum) ?? checksum}, of ${most} allowed (answers ${requests.map(({ status }) => status ?? "lost").join(", ")})`,
        );
  }
  return found;
}

/** I5 and I7: what the uploader says is what the portal holds, and it calls for nobody. */
function checkClaims(claims: Claims, files: readonly Finished[], allowance: Allowance): string[] {
  const found: string[] = [];
  const { totals, delivered, needsAttention, causes = [] } = claims;
  const wanted = files.filter((file) => file.keptBack === null && file.states.length > 0);
  const most = files.reduce((sum, file) => sum + file.states.length, 0);
  if (totals.delivered < wanted.length || totals.delivered > most)
    found.push(`I5 it calls ${totals.delivered} delivered; ${wanted.length} to ${most} were finished`);
  if (delivered !== null && delivered.length !== totals.delivered)
    found.push(`I5 its total says ${totals.delivered} delivered, its list ${delivered.length}`);
  const states = new Map(files.map((file) => [file.path, file.states.map(({ checksum }) => checksum)]));
  for (const { path, checksum } of delivered ?? [])
    if (states.get(path)?.includes(checksum) !== true)
      found.push(`I5 it calls ${path} delivered with MD5 ${checksum}, which it never had when finished`);
  for (const file of wanted) {
    const last = file.states.at(-1)?.checksum;
    if (delivered !== null && !delivered.some((one) => one.path === file.path && one.checksum === last))
      found.push(`I5 it does not call ${file.path} delivered in its last version`);
  }
  const ended = totals.delivered + totals.superseded;
  const unfinished = Object.values(totals).reduce((sum, count) => sum + count, 0) - ended;
  if (unfinished !== (allowance.unfinished ?? 0))
    found.push(
      `I5 ${unfinished} uploads are unfinished, not ${allowance.unfinished ?? 0}: ${nonZero(totals)}`,
    );
  if (needsAttention !== (allowance.needsYou ?? false))
    found.push(`I7 it ${needsAttention ? "calls" : "does not call"} for a person (${causes.join(", ")})`);
  return found;
}

function md5In(path: string): string {
  return /[0-9a-f]{32}$/.exec(path)?.[0] ?? "";
}

function isRecordOf(record: SeenRecord, file: Finished): boolean {
  return (
    record.filename === file.filename &&
    record.measurementDate === file.measurementDate &&
    [...record.tags].sort().join() === [...(file.tags ?? [])].sort().join()
  );
}

function isTwin(checksum: string, file: Finished, files: readonly Finished[]): boolean {
  return files.some((other) => other !== file && other.states.some((state) => state.checksum === checksum));
}

function nonZero(totals: Claims["totals"]): string {
  return Object.entries(totals)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${state} ${count}`)
    .join(", ");
}
