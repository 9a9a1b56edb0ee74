import type { Failure } from "#domain/cause.ts";
import type { Clock, StateStore } from "#engine/ports/host.ts";
import type { Portal } from "#engine/ports/portal.ts";

/** A password that the portal refused. Epoch milliseconds. */
export interface RefusedPassword {
  readonly failure: Failure;
  /** First and last refusal. */
  readonly sinceMs: number;
  readonly lastMs: number;
}

/** Some portals shut out who tries a wrong password often: a restart is no reason for another try. */
export interface PasswordTries {
  /** The refusal that an earlier run met with the password of now; null where it met none. */
  before(): Promise<RefusedPassword | null>;
  refused(failure: Failure): void;
  /** The portal took the password. */
  accepted(): void;
}

interface PasswordTriesParts {
  readonly clock: Pick<Clock, "nowMs">;
  readonly portal: Pick<Portal, "passwordMark">;
  /** Null: nothing is kept. */
  readonly store: StateStore | null;
}

interface Kept extends RefusedPassword {
  /** Tells another password, and too little to tell which. */
  readonly mark: string;
}

/** Tries of one engine. */
export function createPasswordTries({ clock, portal, store }: PasswordTriesParts): PasswordTries {
  let tries: Kept | null = null;
  /** Nothing is kept of the password of now. */
  let isClean = false;
  let writing: Promise<void> = Promise.resolve();

  const note = async (failure: Failure): Promise<void> => {
    const nowMs = clock.nowMs();
    const mark = (await portal.passwordMark?.()) ?? null;
    if (mark === null) return;
    tries = { mark, failure, sinceMs: tries?.mark === mark ? tries.sinceMs : nowMs, lastMs: nowMs };
    await store?.write(tries);
  };

  return {
    async before() {
      const read = (await store?.read()) ?? null;
      if (!isKept(read) || read.lastMs > clock.nowMs()) return null;
      if (read.mark !== (await portal.passwordMark?.())) return null;
      tries = read;
      return tries;
    },
    refused(failure) {
      isClean = false;
      if (store !== null) writing = writing.then(() => note(failure));
    },
    accepted() {
      if (isClean || store === null) return;
      isClean = true;
      tries = null;
      writing = writing.then(async () => {
        if (isKept(await store.read())) await store.write({});
      });
    },
  };
}

function isKept(read: unknown): read is Kept {
  if (typeof read !== "object" || read === null) return false;
  const { mark, failure, sinceMs, lastMs } = read as Partial<Record<keyof Kept, unknown>>;
  const said = typeof failure === "object" && failure !== null ? (failure as Partial<Failure>) : {};
  return (
    typeof mark === "string" &&
    said.cause === "credentials" &&
    typeof said.message === "string" &&
    Number.isFinite(sinceMs) &&
    Number.isFinite(lastMs)
  );
}
