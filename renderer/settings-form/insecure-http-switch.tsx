import { Switch } from "@mantine/core";
import { settingsLabels } from "#domain/settings-labels.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { flagAt, withPortal } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** Without it, a portal on another computer is refused where its address begins with http. */
export function InsecureHttpSwitch({ draft }: { readonly draft: SettingsDraft }) {
  return (
    <Switch
      label={`${settingsLabels["portal.allowInsecureHttp"]} (http)`}
      description={settingsText.insecureHttpHelp}
      checked={flagAt(draft.document.portal, "allowInsecureHttp", false)}
      onChange={({ currentTarget: { checked } }) =>
        draft.change(withPortal(draft.document, { allowInsecureHttp: checked || undefined }))
      }
    />
  );
}
