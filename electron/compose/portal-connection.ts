import { createHttpPortal, type HttpPortal } from "#adapters/portal/http-portal.ts";
import type { CredentialsFound } from "#adapters/portal/upload-stage.ts";
import type { PortalSettings } from "#domain/settings.ts";
import type { Clock, Secrets } from "#engine/ports/host.ts";
import type { ProxyFor } from "./system-proxy.ts";

/** The portal as the settings name it now; the engine keeps one portal while settings come and go. */
export interface PortalLink {
  readonly portal: HttpPortal;
  /** Other settings, or credentials that may be others: the next request uses them. */
  connect(settings: PortalSettings, canSend: boolean): void;
  /** The same settings over new connections: after sleep the old ones are dead and do not say so. */
  reconnect(): void;
  close(): Promise<void>;
}

/** A password that was found is asked for again after this, so that a changed one needs no restart. */
const rememberMs = 300_000;

/** For how long the connections of former settings may go on with what they carry. */
const retireMs = 120_000;

/**
 * `onSecret` hears each password before it is used, so that no log line can hold it. `proxyFor` is asked with other
 * settings and after sleep, where the settings name no proxy; left out: there is none.
 */
export function createPortalLink(
  parts: {
    readonly clock: Clock;
    readonly secrets: Pick<Secrets, "password">;
    readonly version: string;
    readonly proxyFor?: ProxyFor;
  },
  first: PortalSettings,
  canSend: boolean,
  onSecret: (secret: string, username: string) => void,
): PortalLink {
  const { clock, secrets, version } = parts;
  const ending: Promise<void>[] = [];
  const retired = new Set<HttpPortal>();
  /** Proxy of the system, for the settings of the moment. */
  let systemProxy: string | null = null;

  const connected = (settings: PortalSettings, isUsable: boolean) => {
    let cached: { found: CredentialsFound; readAt: number } | null = null;
    let forgets = 0;
    const credentials = async (): Promise<CredentialsFound> => {
      if (!isUsable)
        return { message: "The portal's settings cannot be used. The list of problems shows why." };
      if (cached !== null && clock.monotonicMs() - cached.readAt < rememberMs) return cached.found;
      const forgetsBefore = forgets;
      let secret = await secrets.password(settings.username, settings.url);
      // Imported before the portal's address was known.
      if (secret.kind === "none") {
        const imported = await secrets.password(settings.username, "");
        if (imported.kind === "found") secret = imported;
      }
      if (secret.kind !== "found") return { message: secret.message };
      onSecret(secret.secret, settings.username);
      const found = { username: settings.username, password: secret.secret };
      // A keychain takes its time: what it was asked for before the password changed is not remembered after it.
      if (forgets === forgetsBefore) cached = { found, readAt: clock.monotonicMs() };
      return found;
    };
    const forgetCredentials = () => {
      cached = null;
      forgets += 1;
    };
    const proxy = settings.proxy ?? systemProxy;
    return {
      portal: createHttpPortal({ ...settings, proxy, credentials, version, clock }),
      forgetCredentials,
    };
  };

  let current = connected(first, canSend);
  let latest = { settings: first, isUsable: canSend };
  /** Lets a replaced connection end its requests in flight, for a while. */
  const retire = (old: HttpPortal): void => {
    retired.add(old);
    setTimeout(() => {
      if (retired.delete(old)) ending.push(old.close());
    }, retireMs).unref();
  };
  const askSystem = async (): Promise<void> => {
    const asked = latest;
    const found = asked.settings.proxy === null ? await parts.proxyFor?.(asked.settings.url) : null;
    if (latest !== asked || found === undefined || found === systemProxy) return;
    systemProxy = found;
    retire(current.portal);
    current = connected(asked.settings, asked.isUsable);
  };
  void askSystem();
  const portal: HttpPortal = new Proxy(current.portal, {
    get: (_, name) => Reflect.get(current.portal, name, current.portal) as unknown,
  });
  return {
    portal,
    connect(settings, isUsable) {
      const isSame = JSON.stringify({ settings, isUsable }) === JSON.stringify(latest);
      // The file with certificates may hold others than before.
      if (isSame && settings.caFile === null) return current.forgetCredentials();
      retire(current.portal);
      latest = { settings, isUsable };
      current = connected(settings, isUsable);
      void askSystem();
    },
    reconnect() {
      ending.push(current.portal.close());
      current = connected(latest.settings, latest.isUsable);
      // Another network has another proxy.
      void askSystem();
    },
    async close() {
      // An answer that comes now opens nothing.
      latest = { ...latest };
      await Promise.all([...ending, current.portal.close(), ...[...retired].map((old) => old.close())]);
    },
  };
}
