import { say } from "#base/say.ts";
import { portalRows } from "#domain/settings-table.ts";
import { ConnectionTest } from "#renderer/settings-form/connection-test.tsx";
import { Lockable, lockAt } from "#renderer/settings-form/locks.tsx";
import { PasswordField } from "#renderer/settings-form/password-field.tsx";
import { sectionFields } from "#renderer/settings-form/setting-field.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import {
  accountKey,
  problemOf,
  type SettingsDocument,
  textAt,
  withPortal,
} from "#renderer/settings-form/settings-document.ts";
import { SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import { TimetableField } from "#renderer/settings-form/timetable-field.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { renameAccount, typePassword, useTypedPassword } from "#renderer/store/typed-passwords.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { timetableText } from "#renderer/text/timetable-text.ts";

/** Settings of the portal: where files go, for which user, and how much of the line may be used. */
export function PortalTab({ draft }: { readonly draft: SettingsDraft }) {
  const { document, saved } = draft;
  const { portal } = document;
  const account = accountKey(portal);
  const typed = useTypedPassword(account);
  const change = (next: SettingsDocument) => {
    renameAccount(account, accountKey(next.portal));
    draft.change(next);
  };
  const field = sectionFields({ ...draft, change }, "portal");
  const site = textAt(document.instruments[0] ?? null, "site") || null;
  return (
    <>
      <SettingsPanel
        title={say("Portal")}
        help="settings#the-password"
        lead={[settingsText.portalIntro, settingsText.passwordTakesEffectAtOnce]}
      >
        {field("url")}
        {isOther(textAt(portal, "url"), textAt(saved.document.portal, "url")) ? (
          <p className={styles.aside}>{settingsText.otherPortalHelp}</p>
        ) : null}
        {field("username")}
        <PasswordField place={saved.password} typed={typed} onTyped={(text) => typePassword(account, text)} />
        <ConnectionTest
          portal={portal}
          username={textAt(portal, "username")}
          secret={typed === "" ? draft.secret : { kind: "typed", text: typed }}
          site={site}
        />
      </SettingsPanel>
      <SettingsPanel title={settingsText.howFilesAreSent} lead={[settingsText.linkHelp]}>
        {field("concurrency")}
        {field("bandwidthKBps")}
        {field("quietHours")}
      </SettingsPanel>
      <SettingsPanel
        title={say(portalRows.rates.title)}
        help="settings#timetable"
        lead={[timetableText.lead]}
      >
        <Lockable lock={lockAt(draft, "portal.rates")}>
          <TimetableField
            rates={portal?.rates}
            saved={saved.document.portal?.rates}
            error={problemOf(draft.problems, "portal.rates")}
            onChanged={(rates) => change(withPortal(document, { rates }))}
          />
        </Lockable>
      </SettingsPanel>
      <SettingsPanel title={say("Network")} help="settings#the-environment" lead={[settingsText.networkHelp]}>
        {field("proxy")}
        {field("caFile")}
        {field("allowInsecureHttp")}
      </SettingsPanel>
    </>
  );
}

/** True where both are addresses, of different hosts. */
function isOther(typed: string, saved: string): boolean {
  const [one, other] = [URL.parse(typed), URL.parse(saved)];
  return one !== null && other !== null && one.host !== other.host;
}
