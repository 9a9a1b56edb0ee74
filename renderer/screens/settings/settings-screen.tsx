import { Button } from "@mantine/core";
import { Navigate, NavLink, Route, Routes } from "react-router";
import { Page } from "#renderer/components/page.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { Trouble } from "#renderer/components/trouble.tsx";
import { useSettingsDraft } from "#renderer/store/settings-draft.ts";
import { commonText } from "#renderer/text/common.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { BackupTab } from "./backup-tab.tsx";
import { BrokenFile, FileProblems, useBrokenFile } from "./file-problems.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { InstrumentPage } from "./instrument-page.tsx";
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
        <Trouble
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
        <Route path="instruments/:index" element={<InstrumentPage draft={draft} />} />
        <Route path="instruments" element={<InstrumentsTab draft={draft} />} />
        <Route path="*" element={<Navigate to="/settings/instruments" replace />} />
      </Routes>
      <SaveBar draft={draft} />
    </>
  );
}
