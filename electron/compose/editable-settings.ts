import { createFolderList } from "#adapters/files/folder-list.ts";
import type { FileLog } from "#adapters/log/log-file.ts";
import { type ConnectionTestParts, createConnectionTest } from "#adapters/portal/connection-test.ts";
import type { CredentialsFound } from "#adapters/portal/upload-stage.ts";
import type { KeptSecrets } from "#adapters/secrets/keychain.ts";
import { createPasswordEditor } from "#adapters/secrets/password-editor.ts";
import { createSettingsEditor } from "#adapters/settings/settings-editor.ts";
import type { SettingsFile } from "#adapters/settings/settings-store.ts";
import { createSupportFacts } from "#adapters/support/support-facts.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { ConnectionTester, SettingsService, SupportFacts } from "#engine/ports/settings.ts";
import type { ProxyFor } from "./system-proxy.ts";

export interface SettingsServiceOptions extends Pick<SupportFacts, "doctor"> {
  readonly clock: Clock;
  readonly version: string;
  readonly log: FileLog;
  readonly settingsFile: SettingsFile;
  readonly secrets: KeptSecrets;
  /** Makes the host use settings and password as they are now; resolves when it does. */
  readonly reload: () => Promise<void>;
  /** A password was kept or removed. */
  readonly onPassword: () => void;
  readonly proxyFor: ProxyFor;
  /** As `ConnectionTestParts.onAnswer`. */
  readonly onAnswer: NonNullable<ConnectionTestParts["onAnswer"]>;
}

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

/** Wires what the pages for settings, setup and help ask for. */
export function composeSettingsService(options: SettingsServiceOptions): SettingsService {
  const { clock, version, log, settingsFile, secrets, reload, onPassword, doctor } = options;
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
      createConnectionTest({ clock, version, keptPassword, onSecret, onAnswer: options.onAnswer }),
      options.proxyFor,
    ),
    folders: createFolderList(),
    support: createSupportFacts({ version, log, doctor }),
  };
}
