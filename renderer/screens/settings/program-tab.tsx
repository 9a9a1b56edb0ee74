import { Button, SegmentedControl, Switch, useMantineColorScheme } from "@mantine/core";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { FormPanel } from "./form-panel.tsx";
import styles from "./settings.module.css";
import type { SettingsDraft } from "./use-settings.ts";

const themes = [
  { value: "auto", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** How the program itself behaves on this computer. */
export function ProgramTab({ draft }: { readonly draft: SettingsDraft }) {
  return (
    <>
      <OnThisComputer />
      <FiguresPanel draft={draft} />
    </>
  );
}

/** Holds at once, without saving. */
function OnThisComputer() {
  const facts = useHostQuery("shell.facts", {}).data;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const startAtLogin = useHostCall("shell.setStartAtLogin", ["shell.facts"]);
  const update = useHostCall("shell.checkForUpdate", []);
  return (
    <FormPanel
      title="Program"
      help={<p>These hold at once, on this computer only; there is nothing to save.</p>}
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
            Start at login is set where the program runs as a window. Here it runs as a daemon: your system's
            service starts it.
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
          <p>This desktop has no tray area, so the window stays open; closing it asks first.</p>
        ) : null}
        {facts?.canUpdate === true ? (
          <div className={styles.row}>
            <Button variant="default" loading={update.isPending} onClick={() => update.mutate({})}>
              Look for a newer version
            </Button>
            {update.data === undefined ? null : <p role="status">{updateWords(update.data)}</p>}
            {update.error === null ? null : <p role="alert">{update.error.message}</p>}
          </div>
        ) : null}
        {facts === undefined ? null : (
          <p className="muted">
            Skyferry {facts.version}. Its record, settings and logs are in{" "}
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
  if (check.kind === "newest") return "This is the newest version.";
  if (check.kind === "found")
    return `Version ${check.version} is being fetched. It is installed at the next quit, never while files are on their way.`;
  return check.message ?? "It could not be looked for.";
}
