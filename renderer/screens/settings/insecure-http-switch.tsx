import { Switch } from "@mantine/core";
import { flagAt, withPortal } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** Without it, a portal on another computer is refused where its address begins with http. */
export function InsecureHttpSwitch({ draft }: { readonly draft: SettingsDraft }) {
  return (
    <Switch
      label="Allow an address without encryption (http)"
      description="The password then crosses the network readably. For a portal on this computer it is not needed."
      checked={flagAt(draft.document.portal, "allowInsecureHttp", false)}
      onChange={({ currentTarget: { checked } }) =>
        draft.change(withPortal(draft.document, { allowInsecureHttp: checked || undefined }))
      }
    />
  );
}
