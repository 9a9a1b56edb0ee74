import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useMemo } from "react";
import { Navigate, NavLink, Route, Routes, useLocation, useMatch } from "react-router";
import { say } from "#base/say.ts";
import { Page } from "#renderer/components/page.tsx";
import { ProblemBox } from "#renderer/components/problem.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { problemText } from "#renderer/settings-form/field-names.ts";
import { LockNotice } from "#renderer/settings-form/locks.tsx";
import { SaveBar } from "#renderer/settings-form/save-bar.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import {
  isSame,
  type SettingsDocument,
  sourcesOf,
  textAt,
  withSource,
} from "#renderer/settings-form/settings-document.ts";
import { knownSettings } from "#renderer/settings-form/settings-search.ts";
import { type SettingsDraft, useSettings } from "#renderer/settings-form/use-settings.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useSettingsDraft } from "#renderer/store/settings-draft.ts";
import { commonText } from "#renderer/text/common.ts";
import { frameText } from "#renderer/text/frame-text.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import { BackupTab } from "./backup-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { SourcePage } from "./instrument-page.tsx";
import { InstrumentsTab } from "./instruments-tab.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";
import { PortalTab } from "./portal-tab.tsx";
import { SectionLine } from "./section-line.tsx";
import { SettingsFinder } from "./settings-finder.tsx";
import { StorageTab } from "./storage-tab.tsx";
import { useJump } from "./use-jump.ts";

interface Section {
  readonly to: string;
  readonly name: string;
  /** Keys that it writes in the settings file. */
  readonly keys: readonly string[];
}

const sections: readonly Section[] = [
  { to: "/settings/instruments", name: frameText.settingsPages.instruments, keys: ["instruments", "models"] },
  { to: "/settings/portal", name: frameText.settingsPages.portal, keys: ["portal"] },
  {
    to: "/settings/notifications",
    name: frameText.settingsPages.notifications,
    keys: ["notifications", "report"],
  },
  { to: "/settings/storage", name: frameText.settingsPages.storage, keys: ["keep"] },
  { to: "/settings/general", name: frameText.settingsPages.general, keys: ["metrics"] },
  { to: "/settings/backup", name: frameText.settingsPages.backup, keys: [] },
];

/** Everything an operator can set. A change that is not saved yet has no effect, and waits here. */
export function SettingsScreen() {
  const settings = useSettings(useSettingsDraft("settings"));
  const draft = settings === null || settings instanceof Error ? null : settings;
  // The form of one instrument stands beside its folder.
  const { pathname } = useLocation();
  const isWide = useMatch("/settings/:list/:index") !== null;
  const known = useMemo(
    () =>
      knownSettings(
        (draft?.document.instruments ?? []).map((one) => textAt(one, "name")),
        isWide ? pathname : null,
      ),
    [draft?.document.instruments, isWide, pathname],
  );
  const all = useJump(known);
  return (
    <Page title={say("Settings")} help="settings">
      <div className={styles.layout} data-wide={isWide || undefined}>
        <div className={`${styles.index} stack gap-12`}>
          <SettingsFinder known={known} pageOf={pageOf} />
          <nav className={`${styles.tabs} stack`} aria-label={say("Settings pages")}>
            {sections.map((section) => (
              <div key={section.to} className={`${styles.section} holds choosable`}>
                <NavLink to={section.to} className={`${styles.tab} row pad-4 spread muted`}>
                  {section.name}
                  {draft !== null && isUnsaved(section, draft) ? (
                    <span
                      className={`${styles.unsaved} rigid`}
                      role="img"
                      aria-label={settingsText.unsavedHere}
                    />
                  ) : null}
                </NavLink>
                {draft === null ? null : <SectionLine draft={draft} section={section} />}
              </div>
            ))}
          </nav>
        </div>
        <div className="stack gap-16 shrinks" ref={all}>
          {settings === null ? (
            <SkeletonRows />
          ) : settings instanceof Error ? (
            <ProblemBox
              title={commonText.settingsUnreadable}
              message={settings.message}
              action={<Button onClick={() => window.location.reload()}>{say("Try again")}</Button>}
            />
          ) : (
            <Sections draft={settings} />
          )}
        </div>
      </div>
      {draft === null ? null : <SaveBar draft={draft} />}
    </Page>
  );
}

function pageOf(to: string): string {
  return sections.find((section) => to.startsWith(section.to))?.name ?? "";
}

function isUnsaved({ keys }: Section, { document, saved }: SettingsDraft): boolean {
  const part = (whole: SettingsDocument) =>
    Object.fromEntries(keys.map((key) => [key, Reflect.get(whole, key)]));
  return !isSame(part(document), part(saved.document));
}

function Sections({ draft }: { readonly draft: SettingsDraft }) {
  const { pathname } = useLocation();
  const broken = useBrokenFile(draft);
  // Models are on the page of the instruments.
  const at = pathname.replace("/models", "/instruments");
  const keys = sections.find(({ to }) => at.startsWith(to))?.keys ?? [];
  if (broken !== null) return <BrokenFile message={broken} isGone={!draft.saved.exists} />;
  return (
    <>
      <FileProblems draft={draft} />
      <LockNotice saved={draft.saved} keys={keys} />
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
        <Route path="instruments" element={<NamedSource draft={draft} />} />
        <Route path="*" element={<Navigate to="/settings/instruments" replace />} />
      </Routes>
    </>
  );
}

/** All instruments and models, or the one that the address names, by its place in the file. */
function NamedSource({ draft }: { readonly draft: SettingsDraft }) {
  const { search } = useLocation();
  const address = new URLSearchParams(search);
  const name = address.get("name");
  if (name !== null && address.has("again")) return <RemovedSource draft={draft} name={name} />;
  const at = name === null ? null : addressOf(draft.document, name);
  if (at === null) return <InstrumentsTab draft={draft} />;
  address.delete("name");
  return <Navigate to={`${at}?${address}`} replace />;
}

/** The page of the instrument or model of this name; null where there is none. */
function addressOf(document: SettingsDocument, name: string): string | null {
  for (const list of ["instruments", "models"] as const) {
    const index = sourcesOf(document, list).findIndex((one) => textAt(one, "name") === name);
    if (index >= 0) return `/settings/${list}/${index}`;
  }
  return null;
}

/** Puts the entry that had this name into the draft again and shows it; all of them where nobody knows it. */
function RemovedSource({ draft, name }: { readonly draft: SettingsDraft; readonly name: string }) {
  const { data, isFetching } = useHostQuery("settings.removed", {});
  const known = isFetching ? undefined : data?.removed.find(({ entry }) => entry.name === name);
  // Settings that were read before it left are read again now.
  const isOld = known !== undefined && addressOf(draft.saved.document, name) !== null;
  const at = addressOf(draft.document, name);
  const missing = isOld || at !== null ? undefined : known;
  const addAgain = useEffectEvent(({ list, entry }: NonNullable<typeof known>) => {
    draft.change(withSource(draft.document, list, sourcesOf(draft.document, list).length, entry));
  });
  useEffect(() => {
    if (missing !== undefined) addAgain(missing);
  }, [missing]);
  if (isFetching || isOld || missing !== undefined) return <SkeletonRows rows={4} />;
  return at === null ? <InstrumentsTab draft={draft} /> : <Navigate to={at} replace />;
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
    <ProblemBox
      title={commonText.settingsFileUnusable}
      message={settingsText.filesAreSafeAndRemedy(message, remedy)}
    />
  );
}

/** Problems of the file outside of the instruments, whichever part is open; theirs are beside them. */
function FileProblems({ draft }: { readonly draft: SettingsDraft }) {
  const { saved, isChanged } = draft;
  const problems = saved.problems.filter(({ key }) => key !== "" && !/^(?:instruments|models)\[/.test(key));
  if (isChanged || problems.length === 0) return null;
  return (
    <section className="tone-problem stack gap-4" aria-label={settingsText.problemsInSettingsFile}>
      {problems.map(({ key, message }) => (
        <Sentence key={`${key} ${message}`} shape="problem">
          {problemText({ key, message })}
        </Sentence>
      ))}
    </section>
  );
}
