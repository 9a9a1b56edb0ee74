import { NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { settingsLabels } from "#domain/settings-labels.ts";
import { ConnectionTest } from "./connection-test.tsx";
import { FormPanel } from "./form-panel.tsx";
import { InsecureHttpSwitch } from "./insecure-http-switch.tsx";
import { PasswordField } from "./password-field.tsx";
import { QuietHoursField } from "./quiet-hours-field.tsx";
import styles from "./settings.module.css";
import { numberAt, problemOf, textAt, type Written, withPortal } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** Where files go, as whom, and how much of the line may be used. */
export function PortalTab({ draft }: { readonly draft: SettingsDraft }) {
  const { document, saved, problems } = draft;
  const { portal } = document;
  const [typed, setTyped] = useState("");
  const change = (changes: Written) => draft.change(withPortal(document, changes));
  const problem = (key: string) => problemOf(problems, `portal.${key}`);
  const site = textAt(document.instruments[0] ?? null, "site") || null;
  return (
    <>
      <FormPanel
        title="Portal"
        help={
          <>
            <p>
              Files are sent only to this portal. <strong>Test connection</strong> signs in with these values,
              reports each step, and leaves nothing on the portal.
            </p>
            <p>
              A new password takes effect at once: waiting files are retried with it. All other changes take
              effect when you save.
            </p>
          </>
        }
      >
        <div className={styles.form}>
          <TextInput
            label={settingsLabels["portal.url"]}
            description="As given by the portal's operators, without /api or /upload at the end."
            placeholder="https://"
            value={textAt(portal, "url")}
            error={problem("url")}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          {isOther(textAt(portal, "url"), textAt(saved.document.portal, "url")) ? (
            <p className={styles.aside}>
              Files that another portal has confirmed count as delivered and are not sent to this one. For a
              second portal, run Skyferry with a separate data folder.
            </p>
          ) : null}
          <TextInput
            label={settingsLabels["portal.username"]}
            value={textAt(portal, "username")}
            error={problem("username")}
            onChange={(event) => change({ username: event.currentTarget.value })}
          />
          <PasswordField place={saved.password} typed={typed} onTyped={setTyped} />
          <ConnectionTest
            portal={portal}
            username={textAt(portal, "username")}
            secret={typed === "" ? draft.secret : { kind: "typed", text: typed }}
            site={site}
          />
        </div>
      </FormPanel>
      <FormPanel
        title="How files are sent"
        help={
          <p>
            Fewer parallel uploads, a bandwidth limit or quiet hours leave more of the connection to others.
            Nothing is lost: files wait in the queue, safe in their folders.
          </p>
        }
      >
        <div className={styles.form}>
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
              description="Kilobytes per second. Empty: no limit"
              suffix=" kB/s"
              min={1}
              value={numberAt(portal, "bandwidthKBps") ?? ""}
              error={problem("bandwidthKBps")}
              onChange={(value) => change({ bandwidthKBps: typeof value === "number" ? value : undefined })}
            />
          </div>
          <QuietHoursField
            label={settingsLabels["portal.quietHours"]}
            description="Nothing is sent in these hours. Files wait in the queue. Local time of this PC."
            written={portal}
            error={problem("quietHours")}
            onChanged={(quietHours) => change({ quietHours })}
          />
        </div>
      </FormPanel>
      <FormPanel
        title="Network"
        help={<p>Most stations leave this empty. If unsure, ask your network administrator.</p>}
      >
        <div className={styles.form}>
          <TextInput
            label={settingsLabels["portal.proxy"]}
            description="Only if your network needs one. Empty: the system's setting."
            placeholder="http://proxy:3128"
            value={textAt(portal, "proxy")}
            error={problem("proxy")}
            onChange={(event) => change({ proxy: event.currentTarget.value || undefined })}
          />
          <TextInput
            label={settingsLabels["portal.caFile"]}
            description="Path of a PEM file. Only if your network uses its own certificates."
            value={textAt(portal, "caFile")}
            error={problem("caFile")}
            onChange={(event) => change({ caFile: event.currentTarget.value || undefined })}
          />
          <InsecureHttpSwitch draft={draft} />
        </div>
      </FormPanel>
    </>
  );
}

/** True where both are addresses, of different hosts. */
function isOther(typed: string, saved: string): boolean {
  const [one, other] = [URL.parse(typed), URL.parse(saved)];
  return one !== null && other !== null && one.host !== other.host;
}
