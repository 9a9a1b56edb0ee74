import { existsSync, mkdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { openStore, type PortalStore } from "#mock-portal/store/portal-store.ts";
import { type FaultRule, faultsOf, parseFaults } from "./faults/faults.ts";
import type { LoggedRequest, RouteCount } from "./faults/request-log.ts";
import { type Tampering, tampering } from "./faults/tampering.ts";
import type { AnswerShape } from "./live-shape.ts";
import { type PortalClock, utcDateOf } from "./portal-clock.ts";
import type { PortalContext } from "./portal-context.ts";
import { processingTimer } from "./processing/processing-timer.ts";
import { buildServer } from "./server.ts";
import { type Catalogue, readCatalogue } from "./store/catalogue.ts";
import { type Contents, openContents } from "./store/contents.ts";
import type { Seed } from "./store/records.ts";
import { rawLimit } from "./uploads/raw-limit.ts";
import { type Acceptance, modelUploadTable, uploadTable } from "./uploads/upload-table.ts";
import { defaultUsers, type Parsed, parseUsers, type User, usersOf } from "./users.ts";

/** Options that a mock portal is started with. */
export type MockPortalOptions = {
  /** Holds records and contents; created when missing. A folder that holds a portal goes on where it was. */
  dataFolder: string;
  /** On 127.0.0.1; 0 or nothing takes a free one. */
  port?: number | undefined;
  /** Default: `station` with the password `station` for all sites. */
  users?: readonly User[] | undefined;
  /** Fills a new folder; a folder that holds a portal keeps what it has. */
  seed: "demo" | "empty" | Seed;
  /** Called when the folder can be used, before it is filled. */
  onOpened?: (() => void) | undefined;
  faults?: readonly FaultRule[] | undefined;
  /** From the arrival of a content to its processing. Default: 300, as the live portal. */
  processingDelaySeconds?: number | undefined;
  /** A body that stands still for this long is cut with its connection. Default: 60, as the live portal. */
  stalledBodySeconds?: number | undefined;
  /** Raw contents take at most so many bytes; the oldest ones go. Default: no limit. */
  mostRawBytes?: number | undefined;
  clock?: PortalClock | undefined;
  /** Answers of the read routes as the contract says (default) or as the live portal has drifted from it. */
  shape?: AnswerShape | undefined;
};

/** A mock portal that listens. */
export type MockPortal = {
  /** `http://127.0.0.1:N`, without a slash at the end. */
  url: string;
  /** Stops listening, cuts what is open, and closes the store. */
  close(): Promise<void>;
  /** Puts these fault rules in the place of all others; throws on a rule that does not fit. */
  setFaults(rules: readonly FaultRule[]): void;
  /** Puts these users in the place of all others, as when a password is changed. */
  setUsers(users: readonly User[]): void;
  /** Processes what is due at the given moment, epoch milliseconds; now by default. */
  processDue(atMs?: number): Promise<void>;
  /** Every content that was accepted since the data folder began, oldest first. */
  acceptances(afterSeq?: number): Acceptance[];
  /** Changes accepted records behind the uploader's back. */
  tampering: Tampering;
  /** Requests and statuses by `METHOD route` since the start. */
  counts(): Record<string, RouteCount>;
  /** The requests one by one. */
  requests(afterSeq?: number): LoggedRequest[];
};

/** A reason not to start, as one plain sentence. */
export class MockPortalRefusal extends Error {
  override readonly name = "MockPortalRefusal";
}

/** Reads the files of `--users` and `--faults`; what is wrong is one sentence that names the file and the field. */
export async function readOptionFiles(paths: {
  users?: string | undefined;
  faults?: string | undefined;
}): Promise<Parsed<Pick<MockPortalOptions, "users" | "faults">>> {
  const users = await readOption(paths.users, parseUsers);
  if (!users.ok) return users;
  const faults = await readOption(paths.faults, parseFaults);
  if (!faults.ok) return faults;
  return { ok: true, value: { users: users.value, faults: faults.value } };
}

/** Starts a mock portal. Rejects with MockPortalRefusal when the data folder, its records or the port cannot be used. */
export async function startMockPortal(options: MockPortalOptions): Promise<MockPortal> {
  const clock = options.clock ?? { nowMs: () => Date.now() };
  const faults = refusing(() => faultsOf(options.faults ?? []));
  const contents = refusing(() => openFolder(options.dataFolder));
  const store = refusing(() => openStore(options.dataFolder));
  try {
    options.onOpened?.();
    const catalogue = await seeded(store, contents, options.seed, clock);
    let users = usersOf(options.users ?? defaultUsers);
    const keepRawWithin = rawLimit({ store, contents }, options.mostRawBytes ?? Number.POSITIVE_INFINITY);
    const context: PortalContext = {
      store,
      uploads: uploadTable(store),
      modelUploads: modelUploadTable(store),
      contents,
      catalogue,
      shape: options.shape ?? "contract",
      users: { authenticate: (authorization) => users.authenticate(authorization) },
      clock,
      processingDelayMs: (options.processingDelaySeconds ?? 300) * 1000,
      stalledBodyMs: (options.stalledBodySeconds ?? 60) * 1000,
      drawImage: async (s3key) => (await import("./seed/demo-images.ts")).keptDemoImage(s3key),
      onAccepted: (bytes) => {
        keepRawWithin(bytes);
        timer.arm();
      },
    };
    const timer = processingTimer(context, async () => {
      const { openProductMaker } = await import("./processing/product-making.ts");
      return openProductMaker();
    });
    const { app, log } = await buildServer(context, faults, () => timer.processDue(Number.POSITIVE_INFINITY));
    const url = await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
    timer.arm();
    return {
      url,
      close: async () => {
        await Promise.all([app.close(), timer.stop()]);
        store.close();
      },
      setFaults: faults.set,
      setUsers: (next) => {
        users = usersOf(next);
      },
      processDue: timer.processDue,
      acceptances: (afterSeq = 0) => context.uploads.acceptances(afterSeq, -1),
      tampering: tampering(context),
      counts: log.counts,
      requests: (afterSeq = 0) => log.after(afterSeq),
    };
  } catch (error) {
    store.close();
    throw isPortInUse(error)
      ? new MockPortalRefusal(`Port ${options.port} on 127.0.0.1 is in use by another program.`, {
          cause: error,
        })
      : error;
  }
}

function openFolder(dataFolder: string): Contents {
  try {
    makeFolder(dataFolder);
    return openContents(dataFolder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The mock portal's data folder cannot be written: ${dataFolder}: ${reason}`, {
      cause: error,
    });
  }
}

/** Makes folders one by one: where a parent answers "no such file" (as /proc does), Node's recursive mkdir never returns. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  // A drive that is not there has nothing above it.
  if (above !== folder) makeFolder(above);
  mkdirSync(folder);
}

/** Seeds a new store in one transaction, so that a killed start leaves it new; gives the catalogue. */
async function seeded(
  store: PortalStore,
  contents: Contents,
  seed: MockPortalOptions["seed"],
  clock: PortalClock,
): Promise<Catalogue> {
  if (store.fact("seeded") === undefined) {
    const fill = typeof seed === "function" ? seed : await loadSeed(seed);
    const commit = store.begin();
    await fill(
      {
        insert: store.insert,
        putProduct: (uuid, bytes) => contents.put("product", uuid, bytes),
        putRaw: (uuid, bytes) => contents.put("raw", uuid, bytes),
        putImage: (s3key, bytes) => contents.put("image", s3key, bytes),
      },
      utcDateOf(clock.nowMs()),
    );
    store.setFact("seeded", typeof seed === "function" ? "own" : seed);
    commit();
  }
  return readCatalogue(store);
}

async function loadSeed(name: "demo" | "empty"): Promise<Seed> {
  if (name === "empty") return (await import("./seed/facts.ts")).seedEmpty;
  return (await import("#mock-portal/seed/demo-seed.ts")).seedDemo;
}

async function readOption<T>(
  path: string | undefined,
  parse: (text: string, fileName: string) => Parsed<T>,
): Promise<Parsed<T | undefined>> {
  if (path === undefined) return { ok: true, value: undefined };
  try {
    // A pipe would keep the reader forever.
    if (!(await stat(path)).isFile())
      return { ok: false, message: `${path}: cannot be read: it is not a file` };
    return parse(await readFile(path, "utf8"), path);
  } catch (error) {
    return {
      ok: false,
      message: `${path}: cannot be read: ${error instanceof Error ? error.message : error}`,
    };
  }
}

function refusing<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new MockPortalRefusal(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function isPortInUse(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES")
  );
}
