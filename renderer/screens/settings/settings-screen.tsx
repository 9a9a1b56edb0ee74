import { Button } from "@mantine/core";
import { Navigate, NavLink, Route, Routes } from "react-router";
import { Page } from "#renderer/components/page.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { Problem } from "#renderer/components/problem.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useSettingsDraft } from "#renderer/store/settings-draft.ts";
import { commonText } from "#renderer/text/common.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { BackupTab } from "./backup-tab.tsx";
import { problemText } from "./field-names.ts";
import { GeneralTab } from "./general-tab.tsx";
import { SourcePage } from "./instrument-page.tsx";
import { InstrumentsTab } from "./instruments-tab.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";
import { PortalTab } from "./portal-tab.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { StorageTab } from "./storage-tab.tsx";
import { type SettingsDraft, useSettings } from "./use-settings.ts";

const tabs = [
  { to: "/settings/instruments", name: "Instruments" },
  { to: "/settings/portal", name: settingsText.portalAndSending },
  { to: "/settings/notifications", name: "Notifications" },
  { to: "/settings/storage", name: "Storage" },
  { to: "/settings/general", name: "General" },
  { to: "/settings/backup", name: settingsText.backupAndSupport },
] as const;

/** Everything an operator can set. What is not saved yet changes nothing, and waits here. */
export function SettingsScreen() {
  const settings = useSettings(useSettingsDraft("settings"));
  return (
    <Page title="Settings">
      <nav className={styles.tabs} aria-label="Settings pages">
        {tabs.map(({ to, name }) => (
          <NavLink key={to} to={to} className={styles.tab ?? ""}>
            {name}
          </NavLink>
        ))}
      </nav>
      {settings === null ? (
        <SkeletonRows />
      ) : settings instanceof Error ? (
        <Problem
          title={commonText.settingsUnreadable}
          message={settings.message}
          action={<Button onClick={() => window.location.reload()}>Try again</Button>}
        />
      ) : (
        <Tabs draft={settings} />
      )}
    </Page>
  );
}

function Tabs({ draft }: { readonly draft: SettingsDraft }) {
  const broken = useBrokenFile(draft);
  if (broken !== null) return <BrokenFile message={broken} isGone={!draft.saved.exists} />;
  return (
    <>
      <FileProblems draft={draft} />
      <Routes>
        <Route path="portal" element={<PortalTab draft={draft} />} />
        <Route path="notifications" element={<NotificationsTab draft={draft} />} />
        <Route path="storage" element={<StorageTab draft={draft} />} />
        <Route path="general" element={<GeneralTab draft={draft} />} />
        {/* The addresses of these two pages in version 0.1. */}
        <Route path="kept" element={<Navigate to="/settings/storage" replace />} />
        <Route path="program" element={<Navigate to="/settings/general" replace />} />
        <Route path="backup" element={<BackupTab draft={draft} />} />
        <Route path="instruments/:index" element={<SourcePage draft={draft} list="instruments" />} />
        <Route path="models/:index" element={<SourcePage draft={draft} list="models" />} />
        <Route path="instruments" element={<InstrumentsTab draft={draft} />} />
        <Route path="*" element={<Navigate to="/settings/instruments" replace />} />
      </Routes>
      <SaveBar draft={draft} />
    </>
  );
}

/** Why the whole file cannot be used: broken, or gone while its settings are in force; null where there is none yet. */
function useBrokenFile({ saved, isChanged }: SettingsDraft): string | null {
  const { data: status } = useHostQuery("status", {});
  const own = saved.problems.find(isOfWhole);
  if (isChanged || own === undefined) return null;
  if (!saved.exists && (status === undefined || status.instruments.length === 0)) return null;
  // The station knows whether it goes on with the settings of before.
  return status?.settingsProblems.find(isOfWhole)?.message ?? own.message;
}

function isOfWhole({ key }: { readonly key: string }): boolean {
  return key === "";
}

/** Shown in place of the forms, which would look as if nothing had ever been set. */
function BrokenFile({ message, isGone }: { readonly message: string; readonly isGone: boolean }) {
  const remedy = isGone ? settingsText.restoreFile : settingsText.correctFile;
  return (
    <Problem
      title={commonText.settingsFileUnusable}
      message={settingsText.filesAreSafeAndRemedy(message, remedy)}
    />
  );
}

/** What the file says wrongly outside of the instruments, whichever part is open; theirs are beside them. */
function FileProblems({ draft }: { readonly draft: SettingsDraft }) {
  const { saved, isChanged } = draft;
  const problems = saved.problems.filter(({ key }) => key !== "" && !/^(?:instruments|models)\[/.test(key));
  if (isChanged || problems.length === 0) return null;
  return (
    <Panel title={settingsText.problemsInSettingsFile}>
      {problems.map(({ key, message }) => (
        <Sentence key={`${key} ${message}`} shape="problem">
          {problemText({ key, message })}
        </Sentence>
      ))}
    </Panel>
  );
}
