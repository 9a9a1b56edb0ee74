import { Button, SegmentedControl, Switch, useMantineColorScheme } from "@mantine/core";
import { say } from "#base/say.ts";
import styles from "#renderer/settings-form/settings.module.css";
import { SettingLine, SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import { LanguagePanel } from "./language-panel.tsx";
import { MetricsPanel } from "./metrics-panel.tsx";
import { TokensPanel } from "./tokens-panel.tsx";

const themes = [
  { value: "auto", label: settingsText.sameAsSystem },
  { value: "light", label: say("Light") },
  { value: "dark", label: say("Dark") },
];

/** How Skyferry itself behaves on this PC. */
export function GeneralTab({ draft }: { readonly draft: SettingsDraft }) {
  return (
    <>
      <LanguagePanel draft={draft} />
      <OnThisComputer />
      <TokensPanel />
      <MetricsPanel draft={draft} />
    </>
  );
}

/** Takes effect at once, without saving. */
function OnThisComputer() {
  const facts = useHostQuery("shell.facts", {}).data;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const startAtLogin = useHostCall("shell.setStartAtLogin", ["shell.facts"]);
  const update = useHostCall("shell.checkForUpdate", []);
  return (
    <SettingsPanel title={settingsText.general} lead={[settingsText.generalTakesEffectAtOnce]}>
      <SettingLine label={settingsText.colours} help={settingsText.coloursHelp}>
        {(labelId) => (
          <div>
            <SegmentedControl
              aria-labelledby={labelId}
              data={themes}
              value={colorScheme}
              onChange={(value) => setColorScheme(value as typeof colorScheme)}
            />
          </div>
        )}
      </SettingLine>
      {facts?.startAtLogin === null || facts === undefined ? (
        <SettingLine label={settingsText.startAtLoginName}>
          {() => <p className="muted">{settingsText.startAtLoginOnlyInApp}</p>}
        </SettingLine>
      ) : (
        <Switch
          label={settingsText.startAtLogin}
          description={settingsText.startsInTray}
          checked={facts.startAtLogin}
          disabled={startAtLogin.isPending}
          error={startAtLogin.error?.message}
          onChange={(event) => startAtLogin.mutate({ isOn: event.currentTarget.checked })}
        />
      )}
      {facts?.hasTray === false ? <p>{settingsText.noTrayWindowStays}</p> : null}
      {facts?.canUpdate === true ? (
        <div className={`${styles.row} ends wraps`}>
          <Button variant="default" loading={update.isPending} onClick={() => update.mutate({})}>
            {settingsText.checkForUpdates}
          </Button>
          {update.data === undefined ? null : <p role="status">{updateWords(update.data)}</p>}
          {update.error === null ? null : <p role="alert">{update.error.message}</p>}
        </div>
      ) : null}
      {facts === undefined ? null : (
        <SettingLine label={settingsText.thisProgram}>
          {() => (
            <p className="muted breaks">
              {settingsText.versionAndDataFolder(
                facts.version,
                <span className="mono">{facts.dataFolder}</span>,
              )}
            </p>
          )}
        </SettingLine>
      )}
    </SettingsPanel>
  );
}

function updateWords(check: {
  readonly kind: string;
  readonly version?: string;
  readonly message?: string;
}): string {
  if (check.kind === "newest") return settingsText.thisIsTheLatestVersion;
  if (check.kind === "found") return settingsText.updateDownloading(check.version ?? "");
  return check.message ?? settingsText.updateCheckFailed;
}
