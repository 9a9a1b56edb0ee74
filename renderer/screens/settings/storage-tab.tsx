import { Button } from "@mantine/core";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { sectionFields } from "#renderer/settings-form/setting-field.tsx";
import { SettingLine, SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import { StorageNow } from "#renderer/settings-form/storage-now.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { settingsText } from "#renderer/text/settings.tsx";

/** How much history is kept on this PC, and the disk space that it takes. */
export function StorageTab({ draft }: { readonly draft: SettingsDraft }) {
  const field = sectionFields(draft, "keep");
  return (
    <SettingsPanel
      title={say("Storage")}
      help="settings#disk-space"
      lead={[settingsText.deliveriesKept, settingsText.journalAndLogsKept]}
    >
      {field("journalLines")}
      {field("logMB")}
      <SettingLine label={settingsText.onThisPcNow}>{() => <StorageNow />}</SettingLine>
      <SettingLine label={settingsText.instrumentFiles} help={settingsText.freeADiskHelp}>
        {() => (
          <div>
            <Button component={Link} to="/cleanup" variant="default">
              {settingsText.freeADisk}
            </Button>
          </div>
        )}
      </SettingLine>
    </SettingsPanel>
  );
}
