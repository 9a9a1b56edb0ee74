import { Modal, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { todayUtc } from "#base/dates.ts";
import { english, spokenIn } from "#base/language.ts";
import type { MethodName } from "#contract/methods.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { monthInWords } from "#domain/calendar-month.ts";
import { Icon, type IconName } from "#renderer/components/icon.tsx";
import { useFocusBack } from "#renderer/components/use-focus-back.ts";
import { reportMonths, reportRoute } from "#renderer/model/report-months.ts";
import { offeredFiles } from "#renderer/store/adding.ts";
import { withEnglish } from "#renderer/store/english-names.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { frameText } from "#renderer/text/frame-text.tsx";
import { reportText } from "#renderer/text/month-report.ts";
import { pageHost } from "#renderer/transport/ipc-transport.ts";
import { filesAddress } from "#renderer/uploads/files-filter.ts";
import { pageLinks } from "./page-links.ts";
import styles from "./shortcuts.module.css";
import { type PaletteEntry, useAnswers } from "./use-answers.ts";

interface PaletteProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

/** Finds pages, instruments, files, settings and actions by a part of their names, and answers what is asked; arrows choose, Enter goes there. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  useFocusBack();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const entries = useEntries(onKeys);
  const words = text.toLowerCase().split(/\s+/);
  const known = entries.filter(({ name, english: made = "" }) => {
    const both = `${withEnglish(name)} ${made}`.toLowerCase();
    return words.every((word) => both.includes(word));
  });
  const { first, last, isSearching } = useAnswers(text, known);
  const answered = new Set(first.map(({ name }) => name));
  const found = [...first, ...known.filter(({ name }) => !answered.has(name)), ...last];
  const chosen = found[Math.min(at, found.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen by keys is brought into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen?.id]);
  const take = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") take(chosen);
    else if (step !== undefined && found.length > 0)
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { "aria-label": frameText.goTo } }}
      padding={0}
      yOffset="12vh"
    >
      <TextInput
        data-autofocus
        variant="unstyled"
        className={styles.find ?? ""}
        role="combobox"
        aria-label={frameText.goTo}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
        placeholder={frameText.goTo}
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div ref={list} id={listId} className={styles.entries} role="listbox" aria-label={frameText.goTo}>
        {found.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys for all entries
          <div
            key={entry.id}
            id={`${listId}-${entry.id}`}
            className={`${styles.entry} pad-8 row gap-12 choosable`}
            role="option"
            tabIndex={-1}
            aria-selected={entry === chosen}
            onClick={() => take(entry)}
          >
            <Icon name={entry.icon} size={16} />
            <span className="clipped grows">{entry.name}</span>
            <span className="muted">{frameText.groups[entry.kind]}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p className={`${styles.none} muted`} role="status">
          {isSearching ? frameText.searching : frameText.nothingFound}
        </p>
      ) : null}
    </Modal>
  );
}

const touched: readonly MethodName[] = ["status", "activity", "queue.windows", "queue.counts"];
const hourMs = 3_600_000;

function useEntries(onKeys: () => void): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const { data: status } = useHostQuery("status", {});
  const { mutateAsync: rescan } = useHostCall("rescan", touched);
  const { mutateAsync: tryNow } = useHostCall("tryNow", touched);
  const { mutateAsync: pause } = useHostCall("pause", touched);
  const { mutateAsync: resume } = useHostCall("resume", touched);
  return useMemo(() => {
    const tell = (message: string) => notifications.show({ message });
    const failed = (error: Error) => tell(error.message);
    const way = (kind: PaletteEntry["kind"], name: string, to: string, icon: IconName): PaletteEntry => ({
      id: `${kind}${to}`.replaceAll(/\W+/g, "-"),
      kind,
      name,
      icon,
      run: () => void navigate(to),
    });
    /** An entry whose name is made from values, each as it is or with its English. */
    const made = (
      kind: PaletteEntry["kind"],
      name: (said: (value: string) => string) => string,
      to: string,
      icon: IconName,
    ): PaletteEntry => ({
      ...way(
        kind,
        name((value) => value),
        to,
        icon,
      ),
      english: spokenIn(english, () => name(withEnglish)),
    });
    const act = (id: string, name: string, icon: IconName, run: () => void): PaletteEntry => ({
      id,
      kind: "action",
      name,
      icon,
      run,
    });
    const holds = status?.holds ?? [];
    const names = (status?.instruments ?? []).map(({ name }) => name);
    const isPaused = holds.some(({ lane }) => lane === "pause");
    return [
      ...pageLinks.map(({ to, name, icon }) => way("page", name, to, icon)),
      way("page", frameText.removable, "/cleanup", "search"),
      act("rescan", frameText.lookForFiles, "search", () => {
        rescan({}).then(() => tell(commonText.foldersLookedThrough), failed);
      }),
      ...(holds.some(({ lane }) => lane === "portal")
        ? [act("try", frameText.tryPortalNow, "retry", () => void tryNow({}).catch(failed))]
        : []),
      isPaused
        ? act("resume", frameText.resumeSending, "play", () => void resume({}).catch(failed))
        : act("pause", frameText.pauseOneHour, "pause", () => {
            pause({ until: new Date(Date.now() + hourMs).toISOString(), from: pageHost(window) }).catch(
              failed,
            );
          }),
      act("add", frameText.addFiles, "plus", () => offeredFiles.emit([])),
      act("keys", frameText.showKeys, "info", onKeys),
      ...names.map((name) => way("instrument", name, instrumentRoute(name), "station")),
      ...Object.entries(frameText.settingsPages).map(([at, name]) =>
        made("page", (said) => frameText.settingsPage(said(name)), `/settings/${at}`, "settings"),
      ),
      ...names.map((name) =>
        made("instrument", () => frameText.filesOf(name), filesAddress({ instrument: name }), "queue"),
      ),
      ...reportMonths(todayUtc(Date.now())).map((month) =>
        made("page", () => reportText.ofMonth(monthInWords(month)), reportRoute(month), "coverage"),
      ),
    ];
  }, [status, navigate, rescan, tryNow, pause, resume, onKeys]);
}
