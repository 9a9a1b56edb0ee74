import type { PasswordEditor } from "#engine/ports/settings.ts";
import type { KeptSecrets } from "./keychain.ts";

export interface PasswordEditorParts {
  readonly secrets: KeptSecrets;
  /** Hears every password before anything else is done with it, so that no log line can hold it. */
  readonly onSecret: (secret: string, username: string) => void;
  /** The next request to the portal asks for the password again. */
  readonly onChanged: () => Promise<void>;
}

/** Keeps and removes the password for the pages and says where it lies. */
export function createPasswordEditor({ secrets, onSecret, onChanged }: PasswordEditorParts): PasswordEditor {
  return {
    async state(username, url) {
      const found = await secrets.password(username, url);
      if (found.kind !== "found")
        return { place: null, backend: null, message: found.message, isFixed: false };
      onSecret(found.secret, username);
      const { place, backend } = found;
      return { place, backend, message: null, isFixed: place === "environment" || place === "password-file" };
    },
    async keep(username, url, password) {
      onSecret(password, username);
      const stored = await secrets.keep(username, url, password);
      if ("message" in stored) return { message: stored.message };
      await onChanged();
      return { message: null };
    },
    store: () => secrets.store(),
    async forget(username, url) {
      const message = await secrets.forget(username, url);
      await onChanged();
      return message;
    },
  };
}
