import type { AskKeychain } from "#adapters/secrets/keychain-backends.ts";

/** How the system's keychain is just now. */
export type KeychainScript =
  | "open"
  /** As gnome-keyring says it: keytar finds nothing, the other library fails. */
  | "locked"
  | "hung"
  /** No such service in this session. */
  | "gone";

/** A keychain in memory, as both libraries would show it. */
export interface FakeKeychain {
  readonly ask: AskKeychain;
  script: KeychainScript;
}

/** Gives a keychain that is open and empty. */
export function fakeKeychain(): FakeKeychain {
  const held = new Map<string, string>();
  const keychain: FakeKeychain = {
    script: "open",
    async ask(request) {
      const key = `${request.backend} ${request.account}`;
      switch (keychain.script) {
        case "hung":
          return { kind: "hung" };
        case "gone":
          return { kind: "failed", reason: "Cannot autolaunch D-Bus without X11 $DISPLAY" };
        case "locked":
          if (request.backend === "keytar" && request.operation === "get") return { kind: "absent" };
          return { kind: "failed", reason: "Cannot get secret of a locked object" };
        case "open":
          break;
      }
      if (request.operation === "keep") {
        held.set(key, request.secret);
        return { kind: "done" };
      }
      if (request.operation === "forget") {
        held.delete(key);
        return { kind: "done" };
      }
      const secret = held.get(key);
      return secret === undefined ? { kind: "absent" } : { kind: "found", secret };
    },
  };
  return keychain;
}
