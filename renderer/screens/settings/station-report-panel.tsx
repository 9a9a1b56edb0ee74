import { SegmentedControl, Switch } from "@mantine/core";
import { useState } from "react";
import { stationReportRows } from "#domain/settings-table.ts";
import { Lockable, lockAt } from "#renderer/settings-form/locks.tsx";
import { settingFields } from "#renderer/settings-form/setting-field.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import { objectAt, problemOf, textAt, withSection } from "#renderer/settings-form/settings-document.ts";
import { SettingLine, SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { channelsText } from "#renderer/text/channels.ts";
import { LastSent } from "./last-sent.tsx";
import { SendNow } from "./send-now.tsx";

const words = channelsText.report;
const places = ["url", "folder"] as const;

/** The state of this station for those who look after many. */
export function StationReportPanel({ draft }: { readonly draft: SettingsDraft }) {
  const { document, saved, problems } = draft;
  const report = objectAt(document, "report");
  const isSaved = JSON.stringify(report) === JSON.stringify(objectAt(saved.document, "report"));
  const keys = ["", ...Object.keys(stationReportRows).map((key) => `.${key}`)];
  const lock = keys.map((key) => lockAt(draft, `report${key}`)).find((one) => one !== null);
  const [chosen, choose] = useState<(typeof places)[number]>("url");
  const place = places.find((key) => textAt(report, key) !== "") ?? chosen;
  const change = (changes: typeof report) => draft.change(withSection(document, "report", changes));
  const ofWhole = problemOf(
    problems.filter(({ key }) => key === "report"),
    "report",
  );
  const field = settingFields(stationReportRows, {
    written: report,
    problem: (key) =>
      problemOf(problems, `report.${key}`) ??
      (key === place && ofWhole !== null ? words.missing[place] : null),
    onChanged: change,
  });
  return (
    <SettingsPanel title={words.title} help="fleet/reports" lead={[words.lead]}>
      <Lockable lock={lock ?? null}>
        <div className={`${styles.form} stack`}>
          <Switch
            label={words.send}
            description={words.sendHelp}
            checked={report !== null}
            error={report === null ? ofWhole : null}
            onChange={({ currentTarget: { checked } }) => change(checked ? {} : null)}
          />
          {report === null ? null : (
            <>
              <SettingLine label={words.place}>
                {(labelId) => (
                  <div>
                    <SegmentedControl
                      aria-labelledby={labelId}
                      data={places.map((value) => ({ value, label: words.places[value] }))}
                      value={place}
                      onChange={(value) => {
                        choose(value);
                        change({ url: undefined, folder: undefined });
                      }}
                    />
                  </div>
                )}
              </SettingLine>
              {place === "url" ? field("url") : field("folder")}
              {field("everyMinutes")}
              {field("withNames")}
            </>
          )}
        </div>
      </Lockable>
      {report === null ? null : (
        <>
          <SendNow key={JSON.stringify(report)} name="report" isSaved={isSaved} words={words} />
          <LastSent of="stationReport.sent" words={words.lastSent} />
        </>
      )}
    </SettingsPanel>
  );
}
