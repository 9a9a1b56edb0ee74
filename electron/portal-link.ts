import { type CredentialsFound, createHttpPortal, type HttpPortal } from "./adapters/portal/http-portal.ts";
import type { PortalSettings } from "./engine/domain/settings.ts";
import type { Clock, Secrets } from "./engine/ports.ts";

/** The portal as the settings name it now; the engine keeps one portal while settings come and go. */
export interface PortalLink {
  readonly portal: HttpPortal;
  /** Other settings, or credentials that may be others: the next request uses them. */
  connect(settings: PortalSettings, canSend: boolean): void;
  close(): Promise<void>;
}

/** A password that was found is asked for again after this, so that a changed one needs no restart. */
const rememberMs = 300_000;

/** `onSecret` hears each password before it is used, so that no log line can hold it. */
export function createPortalLink(
  parts: { readonly clock: Clock; readonly secrets: Secrets; readonly version: string },
  first: PortalSettings,
  canSend: boolean,
  onSecret: (secret: string, username: string) => void,
): PortalLink {
  const { clock, secrets, version } = parts;
  const retired: Promise<void>[] = [];

  const connected = (settings: PortalSettings, isUsable: boolean): HttpPortal => {
    let kept: { found: CredentialsFound; readAt: number } | null = null;
    const credentials = async (): Promise<CredentialsFound> => {
      if (!isUsable)
        return { message: "The portal's settings cannot be used; the list of problems says why." };
      if (kept !== null && clock.monotonicMs() - kept.readAt < rememberMs) return kept.found;
      let secret = await secrets.password(settings.username, settings.url);
      // Imported before the portal's address was known.
      if (secret.kind === "none") {
        const imported = await secrets.password(settings.username, "");
        if (imported.kind === "found") secret = imported;
      }
      if (secret.kind !== "found") return { message: secret.message };
      onSecret(secret.secret, settings.username);
      kept = { found: { username: settings.username, password: secret.secret }, readAt: clock.monotonicMs() };
      return kept.found;
    };
    return createHttpPortal({ ...settings, credentials, version, clock });
  };

  let current = connected(first, canSend);
  const portal: HttpPortal = new Proxy(current, {
    get: (_, name) => Reflect.get(current, name, current) as unknown,
  });
  return {
    portal,
    connect(settings, isUsable) {
      retired.push(current.close());
      current = connected(settings, isUsable);
    },
    async close() {
      await Promise.all([...retired, current.close()]);
    },
  };
}
