import { copyFile, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Portal, UploadBody } from "#engine/ports/portal.ts";

/** Point at which a process dies: at the n-th such call, before it is made, after it is done, or in the middle of a body. */
export interface CrashPoint {
  readonly port: "ledger" | "files" | "portal";
  readonly method: string;
  /** For `apply`: the event. */
  readonly event?: string;
  /** From 1. */
  readonly nth: number;
  /** A number is the part of the body of a PUT that has been sent, 0 to 1. */
  readonly when: "before" | "after" | number;
}

/** A process that dies at one point: from then on no call of its ports comes back. */
export interface Crash {
  readonly clock: (real: Clock) => Clock;
  readonly ledger: (real: Ledger) => Ledger;
  readonly files: (real: Files) => Files;
  readonly portal: (real: Portal) => Portal;
  /** Resolves when it has died and what it had begun on the disk is done. */
  readonly died: Promise<void>;
  isDead(): boolean;
}

const never = new Promise<never>(() => {});

/** Puts the point of death between an engine and its ports. */
export function plantCrash(point: CrashPoint): Crash {
  const death = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let seen = 0;
  let tellDied: () => void = () => {};
  const died = new Promise<void>((resolve) => {
    tellDied = resolve;
  });
  const die = (): Promise<never> => {
    if (!death.signal.aborted) {
      death.abort();
      // Writes that the ledger has begun may or may not be done when a process is killed; here they are.
      void (async () => {
        while (underWay.size > 0) await Promise.allSettled([...underWay]);
        tellDied();
      })();
    }
    return never;
  };

  const isPoint = (port: CrashPoint["port"], method: string, values: readonly unknown[]): boolean => {
    if (port !== point.port || method !== point.method) return false;
    const event = (values[1] as { type?: string } | undefined)?.type;
    if (point.event !== undefined && event !== point.event) return false;
    seen += 1;
    return seen === point.nth;
  };

  const call = async (
    port: CrashPoint["port"],
    method: string,
    values: readonly unknown[],
    real: (values: readonly unknown[]) => Promise<unknown>,
  ): Promise<unknown> => {
    if (death.signal.aborted) return never;
    const isHere = isPoint(port, method, values);
    if (isHere && point.when === "before") return die();
    const given = port === "portal" ? crashable(values, isHere ? point.when : "after") : values;
    const answer = real(given);
    underWay.add(answer);
    const value = await answer.finally(() => underWay.delete(answer));
    if (isHere) return die();
    return death.signal.aborted ? never : value;
  };

  /** Requests of a killed process break off with it; a body may reach the point in the middle. */
  const crashable = (values: readonly unknown[], when: CrashPoint["when"]): readonly unknown[] =>
    values.map((value) => {
      if (value instanceof AbortSignal) return AbortSignal.any([value, death.signal]);
      return typeof when === "number" && isBody(value) ? brokenOff(value, when, die) : value;
    });

  const between = <T extends object>(port: CrashPoint["port"], real: T): T =>
    new Proxy(real, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function" || synchronous.has(String(name))) return value;
        return (...values: unknown[]) =>
          call(
            port,
            String(name),
            values,
            (given) => Reflect.apply(value, target, given) as Promise<unknown>,
          );
      },
    });

  return {
    clock: (real) => ({
      nowMs: () => real.nowMs(),
      monotonicMs: () => real.monotonicMs(),
      random: () => real.random(),
      sleep: async (ms, signal) => {
        await real.sleep(ms, signal);
        if (death.signal.aborted) await never;
      },
    }),
    ledger: (real) => between("ledger", real),
    files: (real) => between("files", real),
    portal: (real) => between("portal", real),
    died,
    isDead: () => death.signal.aborted,
  };
}

/** Calls that give no promise; a process dies at one of the others. */
const synchronous: ReadonlySet<string> = new Set([
  "walk",
  "requests",
  "onCommitted",
  "clockAheadMs",
  "clockSeen",
]);

function isBody(value: unknown): value is UploadBody {
  return typeof value === "object" && value !== null && "kind" in value && "size" in value;
}

function brokenOff(body: UploadBody, part: number, die: () => Promise<never>): UploadBody {
  const atByte = Math.max(1, Math.floor(body.size * part));
  return {
    kind: "stream",
    size: body.size,
    async *chunks() {
      let left = atByte;
      const pieces = body.kind === "bytes" ? [body.bytes] : body.chunks();
      for await (const piece of pieces) {
        const sent = piece.subarray(0, left);
        left -= sent.length;
        yield sent;
        // A caller that asks for more has handed on what it was given.
        if (left === 0) await die();
      }
    },
  };
}

/** The data folder as a process that was killed leaves it: not closed, its last writes in the WAL. */
export async function copyOfDead(dataFolder: string, copy: string): Promise<void> {
  await mkdir(copy, { recursive: true });
  for (const name of ["ledger.sqlite", "ledger.sqlite-wal", "ledger.mark.json", "instruments.json"]) {
    const isThere = await stat(join(dataFolder, name)).then(
      () => true,
      () => false,
    );
    if (isThere) await copyFile(join(dataFolder, name), join(copy, name));
  }
}
