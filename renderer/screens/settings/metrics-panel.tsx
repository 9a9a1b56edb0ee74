import { SegmentedControl, Switch } from "@mantine/core";
import { say } from "#base/say.ts";
import { metricsRows } from "#domain/settings-table.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import { Lockable, lockAt } from "#renderer/settings-form/locks.tsx";
import { settingFields } from "#renderer/settings-form/setting-field.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import { objectAt, problemOf, textAt, withSection } from "#renderer/settings-form/settings-document.ts";
import { SettingLine, SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";

/** The first port of the range that Prometheus exporters usually take; the documentation names it. */
const usualPort = 9464;

const ownComputer = "127.0.0.1";
const readers = [
  { value: ownComputer, label: say("This PC") },
  { value: "0.0.0.0", label: settingsText.theWholeNetwork },
];

/** Metrics for those who monitor many stations. */
export function MetricsPanel({ draft }: { readonly draft: SettingsDraft }) {
  const { document, problems } = draft;
  const metrics = objectAt(document, "metrics");
  const host = textAt(metrics, "host") || ownComputer;
  const field = settingFields(metricsRows, {
    written: metrics,
    problem: () => problemOf(problems, "metrics"),
    onChanged: (changes) => draft.change(withSection(document, "metrics", changes)),
  });
  const isListed = readers.some(({ value }) => value === host);
  return (
    <SettingsPanel
      title={settingsText.prometheusMetrics}
      help="fleet/README#metrics"
      lead={[settingsText.metricsHelp, settingsText.metricsWarning]}
    >
      <Lockable lock={lockAt(draft, "metrics.port") ?? lockAt(draft, "metrics.host")}>
        <div className={`${styles.form} stack`}>
          <Switch
            label={settingsText.serveMetricsAtMetrics}
            description={settingsText.metricsPortHelp}
            checked={metrics !== null}
            error={metrics === null ? problemOf(problems, "metrics") : null}
            onChange={({ currentTarget: { checked } }) =>
              draft.change(withSection(document, "metrics", checked ? { port: usualPort } : null))
            }
          />
          {metrics === null ? null : (
            <>
              {field("port")}
              <SettingLine label={settingsText.whoCanReadThem}>
                {(labelId) => (
                  <div>
                    <SegmentedControl
                      aria-labelledby={labelId}
                      data={isListed ? readers : [...readers, { value: host, label: host }]}
                      value={host}
                      onChange={(value) =>
                        draft.change(
                          withSection(document, "metrics", {
                            host: value === ownComputer ? undefined : value,
                          }),
                        )
                      }
                    />
                  </div>
                )}
              </SettingLine>
            </>
          )}
        </div>
      </Lockable>
      <PortNow />
    </SettingsPanel>
  );
}

/** The state of the port with the saved settings. */
function PortNow() {
  const port = useHostQuery("metrics.server", {}, { everyMs: 5_000 }).data;
  if (port === undefined) return null;
  if (port.message !== null)
    return (
      <Sentence shape="problem" role="alert">
        {port.message}
      </Sentence>
    );
  return port.address === null ? null : (
    <p className="note">
      {say("Served at")} <span className="mono">{port.address}</span>.
    </p>
  );
}
