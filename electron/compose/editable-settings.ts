import { createFolderList } from "#adapters/files/folder-list.ts";
import { createConnectionTest } from "#adapters/portal/connection-test.ts";
import type { CredentialsFound } from "#adapters/portal/upload-stage.ts";
import { createPasswordEditor } from "#adapters/secrets/password-editor.ts";
import { createSettingsEditor } from "#adapters/settings/settings-editor.ts";
import { createSupportFacts } from "#adapters/support/support-facts.ts";
import type { ConnectionTester, SettingsService } from "#engine/ports/settings.ts";
import type { SettingsInForce } from "./active-settings.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";
import type { ProxyFor } from "./system-proxy.ts";

/** The test goes the way that uploads will go. */
function byProxy(test: ConnectionTester, proxyFor: ProxyFor): ConnectionTester {
  const withProxy = async <T extends { readonly url: string; readonly proxy: string | null }>(asked: T) => ({
    ...asked,
    proxy: asked.proxy ?? (await proxyFor(asked.url)),
  });
  return {
    run: async (request, signal) => await test.run(await withProxy(request), signal),
    lists: async (portal, signal) => await test.lists(await withProxy(portal), signal),
  };
}

/** Wires what the pages for settings, setup and help ask for. `onPassword`: a password was kept or removed. */
export function composeSettingsService(
  { options, settingsFile, ports, link, secrets, proxyFor }: DataFolderParts,
  inForce: SettingsInForce,
  onPassword: () => void,
): SettingsService {
  const { version } = options;
  const { clock, log } = ports;
  const reload = inForce.readAgain;
  const onSecret = (secret: string, username: string) => log.registerSecret(secret, username);

  const keptPassword = async (username: string, url: string): Promise<CredentialsFound> => {
    const found = await secrets.password(username, url);
    if (found.kind === "found") return { username, password: found.secret };
    // Imported before the portal's address was known.
    const imported = found.kind === "none" ? await secrets.password(username, "") : found;
    if (imported.kind === "found") return { username, password: imported.secret };
    return { message: found.message };
  };

  return {
    settings: createSettingsEditor({ file: settingsFile, reload }),
    passwords: createPasswordEditor({
      secrets,
      onSecret,
      async onChanged() {
        onPassword();
        await reload();
      },
    }),
    connection: byProxy(
      createConnectionTest({
        clock,
        version,
        keptPassword,
        onSecret,
        onAnswer(url, ...answer) {
          const isPortal = URL.parse(url)?.origin === URL.parse(inForce.now().portal.url)?.origin;
          if (isPortal) link.portal.noteClock(...answer);
        },
      }),
      proxyFor,
    ),
    folders: createFolderList(),
    support: createSupportFacts({
      version,
      log,
      doctor: async () =>
        (await import("./diagnose.ts")).diagnose({ ...options, clock, network: false, isHost: true }),
    }),
  };
}
