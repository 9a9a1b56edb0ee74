import { Button, SegmentedControl, Switch, useMantineColorScheme } from "@mantine/core";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { FormPanel } from "./form-panel.tsx";
import { MetricsPanel } from "./metrics-panel.tsx";
import styles from "./settings.module.css";
import type { SettingsDraft } from "./use-settings.ts";

const themes = [
  { value: "auto", label: "Same as system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** How Skyferry itself behaves on this PC. */
export function GeneralTab({ draft }: { readonly draft: SettingsDraft }) {
  return (
    <>
      <OnThisComputer />
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
    <FormPanel
      title="General"
      help={<p>These take effect at once, on this PC only. There is nothing to save.</p>}
    >
      <div className={styles.form}>
        <div>
          <p id="theme" className={styles.label}>
            Colours
          </p>
          <SegmentedControl
            aria-labelledby="theme"
            data={themes}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
          />
        </div>
        {facts?.startAtLogin === null || facts === undefined ? (
          <p className="muted">
            Start at login can only be set in the desktop app. Here Skyferry runs as a daemon, started by a
            system service.
          </p>
        ) : (
          <Switch
            label="Start when this user logs in"
            description="It starts in the tray, without a window."
            checked={facts.startAtLogin}
            disabled={startAtLogin.isPending}
            error={startAtLogin.error?.message}
            onChange={(event) => startAtLogin.mutate({ isOn: event.currentTarget.checked })}
          />
        )}
        {facts?.hasTray === false ? (
          <p>This desktop has no tray, so the window stays open. Skyferry asks before it closes.</p>
        ) : null}
        {facts?.canUpdate === true ? (
          <div className={styles.row}>
            <Button variant="default" loading={update.isPending} onClick={() => update.mutate({})}>
              Check for updates
            </Button>
            {update.data === undefined ? null : <p role="status">{updateWords(update.data)}</p>}
            {update.error === null ? null : <p role="alert">{update.error.message}</p>}
          </div>
        ) : null}
        {facts === undefined ? null : (
          <p className="muted">
            Skyferry {facts.version}. Its records, settings and logs are in{" "}
            <span className="mono">{facts.dataFolder}</span>.
          </p>
        )}
      </div>
    </FormPanel>
  );
}

function updateWords(check: {
  readonly kind: string;
  readonly version?: string;
  readonly message?: string;
}): string {
  if (check.kind === "newest") return "This is the latest version.";
  if (check.kind === "found")
    return `Version ${check.version} is being downloaded. It is installed the next time you quit Skyferry, never during an upload.`;
  return check.message ?? "The check for updates failed.";
}
