import { TextInput } from "@mantine/core";
import { isOpenHttp } from "#base/loopback.ts";
import { settingsLabels } from "#domain/settings-labels.ts";
import { Panel } from "#renderer/components/panel.tsx";
import { FormPanel } from "#renderer/screens/settings/form-panel.tsx";
import { ImportClient } from "#renderer/screens/settings/import-client.tsx";
import { InsecureHttpSwitch } from "#renderer/screens/settings/insecure-http-switch.tsx";
import { flagAt, problemOf, textAt, withPortal } from "#renderer/screens/settings/settings-document.ts";
import { commonText } from "#renderer/text/common.ts";
import { setupText } from "#renderer/text/setup.tsx";
import styles from "./setup.module.css";
import type { StepProps } from "./setup-step.tsx";
import { TestedForm } from "./tested-next.tsx";
import { TryOut } from "./try-out.tsx";

/** Where do the files go? Or: another way to begin. */
export function PortalStep({ draft, proofs, onStep }: StepProps) {
  const { document, problems } = draft;
  const url = textAt(document.portal, "url");
  return (
    <>
      <FormPanel help={[setupText.fiveShortPages, setupText.youNeed]}>
        <TestedForm
          step="portal"
          tried={{ portal: document.portal, username: null, secret: null, site: null }}
          proofs={proofs}
          back={null}
          next="credentials"
          isDisabled={url.trim() === ""}
          onStep={onStep}
        >
          <h2 className={styles.question}>{setupText.whichPortal}</h2>
          <TextInput
            label={settingsLabels["portal.url"]}
            description={commonText.portalAddressHelp}
            placeholder="https://"
            data-autofocus
            value={url}
            error={url === "" ? null : problemOf(problems, "portal.url")}
            onChange={(event) => draft.change(withPortal(document, { url: event.currentTarget.value }))}
          />
          {isOpenHttp(url) || flagAt(document.portal, "allowInsecureHttp", false) ? (
            <InsecureHttpSwitch draft={draft} />
          ) : null}
        </TestedForm>
      </FormPanel>
      <div className={styles.others}>
        <Panel title={setupText.tryItFirst}>
          <TryOut />
        </Panel>
        <Panel title={setupText.usingCommandLineClient}>
          <ImportClient draft={draft} next={setupText.theNextPagesShowThem} />
        </Panel>
      </div>
    </>
  );
}
