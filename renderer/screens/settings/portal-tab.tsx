import { NumberInput, TextInput } from "@mantine/core";
import { settingsLabels } from "#domain/settings-labels.ts";
import { ConnectionTest } from "#renderer/settings-form/connection-test.tsx";
import { InsecureHttpSwitch } from "#renderer/settings-form/insecure-http-switch.tsx";
import { PasswordField } from "#renderer/settings-form/password-field.tsx";
import { QuietHoursField } from "#renderer/settings-form/quiet-hours-field.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import {
  accountKey,
  numberAt,
  problemOf,
  textAt,
  type Written,
  withPortal,
} from "#renderer/settings-form/settings-document.ts";
import { SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { renameAccount, typePassword, useTypedPassword } from "#renderer/store/typed-passwords.ts";
import { commonText } from "#renderer/text/common.ts";
import { settingsText } from "#renderer/text/settings.tsx";

/** Settings of the portal: where files go, for which user, and how much of the line may be used. */
export function PortalTab({ draft }: { readonly draft: SettingsDraft }) {
  const { document, saved, problems } = draft;
  const { portal } = document;
  const account = accountKey(portal);
  const typed = useTypedPassword(account);
  const change = (changes: Written) => {
    const next = withPortal(document, changes);
    renameAccount(account, accountKey(next.portal));
    draft.change(next);
  };
  const problem = (key: string) => problemOf(problems, `portal.${key}`);
  const site = textAt(document.instruments[0] ?? null, "site") || null;
  return (
    <>
      <SettingsPanel title="Portal" lead={[settingsText.portalIntro, settingsText.passwordTakesEffectAtOnce]}>
        <TextInput
          label={settingsLabels["portal.url"]}
          description={commonText.portalAddressHelp}
          placeholder="https://"
          value={textAt(portal, "url")}
          error={problem("url")}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        {isOther(textAt(portal, "url"), textAt(saved.document.portal, "url")) ? (
          <p className={styles.aside}>{settingsText.otherPortalHelp}</p>
        ) : null}
        <TextInput
          label={settingsLabels["portal.username"]}
          value={textAt(portal, "username")}
          error={problem("username")}
          onChange={(event) => change({ username: event.currentTarget.value })}
        />
        <PasswordField place={saved.password} typed={typed} onTyped={(text) => typePassword(account, text)} />
        <ConnectionTest
          portal={portal}
          username={textAt(portal, "username")}
          secret={typed === "" ? draft.secret : { kind: "typed", text: typed }}
          site={site}
        />
      </SettingsPanel>
      <SettingsPanel title={settingsText.howFilesAreSent} lead={[settingsText.linkHelp]}>
        <div className={styles.pair}>
          <NumberInput
            label={settingsLabels["portal.concurrency"]}
            description={`${saved.form.concurrency.least} to ${saved.form.concurrency.most}. Empty: 4`}
            min={saved.form.concurrency.least}
            max={saved.form.concurrency.most}
            value={numberAt(portal, "concurrency") ?? ""}
            error={problem("concurrency")}
            onChange={(value) => change({ concurrency: typeof value === "number" ? value : undefined })}
          />
          <NumberInput
            label={settingsLabels["portal.bandwidthKBps"]}
            description={settingsText.bandwidthHelp}
            suffix=" kB/s"
            min={1}
            value={numberAt(portal, "bandwidthKBps") ?? ""}
            error={problem("bandwidthKBps")}
            onChange={(value) => change({ bandwidthKBps: typeof value === "number" ? value : undefined })}
          />
        </div>
        <QuietHoursField
          label={settingsLabels["portal.quietHours"]}
          description={settingsText.quietHoursHelp}
          written={portal}
          error={problem("quietHours")}
          onChanged={(quietHours) => change({ quietHours })}
        />
      </SettingsPanel>
      <SettingsPanel title="Network" lead={[settingsText.networkHelp]}>
        <TextInput
          label={settingsLabels["portal.proxy"]}
          description={settingsText.proxyHelp}
          placeholder="http://proxy:3128"
          value={textAt(portal, "proxy")}
          error={problem("proxy")}
          onChange={(event) => change({ proxy: event.currentTarget.value || undefined })}
        />
        <TextInput
          label={settingsLabels["portal.caFile"]}
          description={settingsText.certificateHelp}
          value={textAt(portal, "caFile")}
          error={problem("caFile")}
          onChange={(event) => change({ caFile: event.currentTarget.value || undefined })}
        />
        <InsecureHttpSwitch draft={draft} />
      </SettingsPanel>
    </>
  );
}

/** True where both are addresses, of different hosts. */
function isOther(typed: string, saved: string): boolean {
  const [one, other] = [URL.parse(typed), URL.parse(saved)];
  return one !== null && other !== null && one.host !== other.host;
}
