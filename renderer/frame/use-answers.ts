import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { todayUtc } from "#base/dates.ts";
import { spokenLanguage } from "#base/language.ts";
import { dateText } from "#base/text.ts";
import { daysOfMonth, monthInWords } from "#domain/calendar-month.ts";
import { baseName } from "#domain/file-version.ts";
import type { IconName } from "#renderer/components/icon.tsx";
import type { Question } from "#renderer/model/asked.ts";
import { readAskedIn } from "#renderer/model/asked-abroad.ts";
import { coverageAddress } from "#renderer/model/coverage-address.ts";
import { reportRoute } from "#renderer/model/report-months.ts";
import { addressOf, findSettings, knownSettings } from "#renderer/settings-form/settings-search.ts";
import { withEnglish } from "#renderer/store/english-names.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";
import { reportText } from "#renderer/text/month-report.ts";

export interface PaletteEntry {
  readonly id: string;
  readonly kind: keyof typeof frameText.groups;
  readonly name: string;
  /** Its name in English, where that is made from values. */
  readonly english?: string;
  readonly icon: IconName;
  readonly run: () => void;
}

interface Answers {
  /** Before the entries that every page has. */
  readonly first: readonly PaletteEntry[];
  /** After them, so that what comes late moves none. */
  readonly last: readonly PaletteEntry[];
  readonly isSearching: boolean;
}

/** Pause in typing after which files are looked for. */
const restMs = 150;
const [mostInstruments, mostFiles, mostSettings, mostHere] = [12, 8, 5, 5];

/** Answers to the typed words; each opens a place, none does anything by itself. */
export function useAnswers(typed: string, known: readonly PaletteEntry[]): Answers {
  const navigate = useNavigate();
  const { data: status } = useHostQuery("status", {});
  const today = todayUtc(Date.now());
  const sources = status?.instruments;
  const asked = useMemo(
    () =>
      readAskedIn(
        { tag: spokenLanguage().tag, words: frameText.wordsToAsk },
        typed,
        (sources ?? []).map(({ name }) => name),
        today,
      ),
    [typed, sources, today],
  );
  const productsOf = useProducts(asked);
  const { files, isSearching } = useFiles(asked);
  const here = useHere();
  const way = (kind: PaletteEntry["kind"], name: string, to: string, icon: IconName): PaletteEntry => ({
    id: `${kind}${to}`.replaceAll(/\W+/g, "-"),
    kind,
    name,
    icon,
    run: () => void navigate(to),
  });
  const answer = (name: string, to: string, icon: IconName) => way("answer", name, to, icon);
  const plots = (date: string, site: string | undefined, products: readonly string[]) => {
    const words = new URLSearchParams({ date, ...(site === undefined ? {} : { site }) });
    for (const product of products) words.append("product", product);
    return `/data/plots?${words}`;
  };
  const entriesOf = (one: Question): readonly PaletteEntry[] => {
    if (one.kind === "report")
      return [answer(reportText.ofMonth(monthInWords(one.month)), reportRoute(one.month), "coverage")];
    if (one.kind === "month") {
      const { from, to } = daysOfMonth(one.month);
      return [
        answer(
          frameText.coverageOfMonth(monthInWords(one.month)),
          `/coverage?month=${one.month}`,
          "coverage",
        ),
        answer(
          frameText.logOfDay(monthInWords(one.month)),
          `/log?from=${from}&to=${to < today ? to : today}`,
          "journal",
        ),
      ];
    }
    if (one.kind === "file") return [];
    const { kind, date } = one;
    const day = dateText(date, Date.now());
    const own = (sources ?? []).filter(
      ({ name }) => (one.instruments.length === 0 && kind === "send") || one.instruments.includes(name),
    );
    const entries = own
      .slice(0, mostInstruments)
      .flatMap(({ name, site }) =>
        kind === "send"
          ? [answer(frameText.sendAgainOf(name, day), coverageAddress(name, date, today, true), "retry")]
          : [
              answer(frameText.plotsOf(name, day), plots(date, site, productsOf(name)), "portal"),
              answer(frameText.coverageOf(name, day), coverageAddress(name, date, today), "coverage"),
            ],
      );
    if (kind === "send" || own.length > 0) return entries;
    return [
      answer(frameText.plotsOfDay(day), plots(date, sources?.[0]?.site, []), "portal"),
      answer(frameText.logOfDay(day), `/log?from=${date}&to=${date}`, "journal"),
    ];
  };
  const words = typed.trim().toLowerCase().split(/\s+/);
  const isNamed = (name: string) => {
    const both = withEnglish(name).toLowerCase();
    return words.every((word) => both.includes(word));
  };
  const names = new Set(known.map(({ name }) => name));
  const isTyped = typed.trim() !== "";
  return {
    first: asked.flatMap(entriesOf),
    last: [
      ...files.map(({ id, path, instrument, isWhy }) =>
        way(
          "file",
          isWhy ? frameText.why(baseName(path), instrument) : frameText.fileOf(baseName(path), instrument),
          `/files?${new URLSearchParams({ upload: id, ...(isWhy ? { explain: "1" } : {}) })}`,
          "queue",
        ),
      ),
      ...findSettings(settings, typed)
        .filter(({ label }) => isNamed(label))
        .slice(0, mostSettings)
        .map((setting) => way("setting", setting.label, addressOf(setting), "settings")),
      ...here
        .filter(({ name }) => isTyped && isNamed(name) && !names.has(name))
        .slice(0, mostHere)
        .map(
          ({ name, element }, at): PaletteEntry => ({
            id: `here-${at}`,
            kind: "here",
            name,
            icon: "right",
            run: () => setTimeout(() => show(element)),
          }),
        ),
    ],
    isSearching,
  };
}

const settings = knownSettings([]);

/** Products of an instrument on the day that is asked for, as far as they are known. */
function useProducts(asked: readonly Question[]): (instrument: string) => readonly string[] {
  const day = asked.find((one) => one.kind === "day" && one.instruments.length > 0);
  const date = day?.kind === "day" ? day.date : "2000-01-01";
  const { data } = useHostQuery("coverage.days", { from: date, to: date }, { enabled: day !== undefined });
  return (instrument) => {
    const own = data?.days.find((one) => one.instrument === instrument && one.date === date);
    return [...new Set(own?.published.map(({ product }) => product))];
  };
}

/** Files whose names have the text that was typed, a moment after the last letter. */
function useFiles(asked: readonly Question[]) {
  const file = asked.find((one) => one.kind === "file");
  const text = file?.kind === "file" ? file.text : "";
  const isWhy = file?.kind === "file" && file.isWhy;
  const [settled] = useDebouncedValue(text, restMs);
  const { data, isFetching } = useHostQuery(
    "queue",
    { filter: { text: settled }, limit: mostFiles },
    { enabled: settled !== "", keepsPrevious: true },
  );
  const lower = text.toLowerCase();
  const uploads = text === "" ? [] : (data?.uploads ?? []);
  return {
    files: uploads
      .filter(({ path }) => path.toLowerCase().includes(lower))
      .map(({ id, path, instrument }) => ({ id, path, instrument, isWhy })),
    isSearching: text !== "" && (text !== settled || isFetching),
  };
}

interface Here {
  readonly name: string;
  readonly element: HTMLElement;
}

/** Headings and controls of the page below, with their names; rows of lists have their own search. */
function useHere(): readonly Here[] {
  const [here] = useState(() => {
    const found = new Map<string, HTMLElement>();
    for (const element of document.querySelectorAll<HTMLElement>(
      "main :is(h2, h3, button, input, [role=tab])",
    )) {
      const name = nameOf(element);
      if (
        name !== "" &&
        element.offsetParent !== null &&
        element.closest("[role=grid], table, ol, ul") === null
      )
        found.set(name, found.get(name) ?? element);
    }
    return [...found].map(([name, element]) => ({ name, element }));
  });
  return here;
}

function nameOf(element: HTMLElement): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
  return (element.ariaLabel ?? label ?? "").trim();
}

/** Brings an element of the page into view, with the focus; presses nothing. */
function show(element: HTMLElement): void {
  if (element.matches("h2, h3")) element.tabIndex = -1;
  element.scrollIntoView({ block: "center" });
  element.focus();
}
