import { NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
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
              Files go to this portal and nowhere else. <strong>Test connection</strong> signs in with what
              stands here, tells each step, and leaves nothing on the portal.
            </p>
            <p>
              A new password holds at once: what waits is tried with it. Everything else holds when it is
              saved.
            </p>
          </>
        }
      >
        <div className={styles.form}>
          <TextInput
            label="Address"
            description="As the portal's operator gave it, without /api or /upload at the end."
            placeholder="https://"
            value={textAt(portal, "url")}
            error={problem("url")}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          {isOther(textAt(portal, "url"), textAt(saved.document.portal, "url")) ? (
            <p className={styles.aside}>
              What another portal has confirmed counts as delivered and is not sent again to this one. For a
              second portal give Skyferry a data folder of its own.
            </p>
          ) : null}
          <TextInput
            label="User name"
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
            Fewer uploads at a time, a limit or quiet hours keep the line free for others. Nothing is lost by
            any of them: files wait in the queue, safe in their folders.
          </p>
        }
      >
        <div className={styles.form}>
          <div className={styles.pair}>
            <NumberInput
              label="Uploads at the same time"
              description={`${saved.form.concurrency.least} to ${saved.form.concurrency.most}; empty: 4`}
              min={saved.form.concurrency.least}
              max={saved.form.concurrency.most}
              value={numberAt(portal, "concurrency") ?? ""}
              error={problem("concurrency")}
              onChange={(value) => change({ concurrency: typeof value === "number" ? value : undefined })}
            />
            <NumberInput
              label="Bandwidth limit"
              description="Kilobytes a second; empty: no limit"
              suffix=" kB/s"
              min={1}
              value={numberAt(portal, "bandwidthKBps") ?? ""}
              error={problem("bandwidthKBps")}
              onChange={(value) => change({ bandwidthKBps: typeof value === "number" ? value : undefined })}
            />
          </div>
          <QuietHoursField
            label="Send nothing between"
            description="Files are collected meanwhile and sent afterwards. This computer's local time."
            written={portal}
            error={problem("quietHours")}
            onChanged={(quietHours) => change({ quietHours })}
          />
        </div>
      </FormPanel>
      <FormPanel
        title="Network"
        help={<p>Most stations leave this empty. Ask the people who run the network here.</p>}
      >
        <div className={styles.form}>
          <TextInput
            label="Proxy"
            description="Only where this network asks for one; empty: what the system says."
            placeholder="http://proxy:3128"
            value={textAt(portal, "proxy")}
            error={problem("proxy")}
            onChange={(event) => change({ proxy: event.currentTarget.value || undefined })}
          />
          <TextInput
            label="Certificates to trust"
            description="Path of a PEM file, where the network puts a certificate of its own in between."
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
