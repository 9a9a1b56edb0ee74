import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { bytesText, countText } from "#base/text.ts";
import type { Input, Output } from "#contract/methods.ts";
import { middleCut } from "#renderer/components/format.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { type Shape, StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useSettled } from "#renderer/store/use-settled.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { NameAsRead } from "./name-as-read.tsx";
import styles from "./settings.module.css";
import { flagAt, objectAt, textAt, textsAt, type Written } from "./settings-document.ts";

type Tested = Output<"settings.testPattern">;
type Verdict = Tested["entries"][number]["verdict"];

/** Whether a file was sent already is not looked at here: nothing is said of it. */
const verdicts: Readonly<
  Record<
    Verdict,
    {
      readonly shape: Shape;
      readonly label: string;
      /** How many files are so; `shown` is the number as it is shown. */
      readonly counted: (count: number, shown: ReactNode) => ReactNode;
    }
  >
> = {
  matches: {
    shape: "done",
    label: say("matches"),
    counted: (count, shown) =>
      sayNodes("{shown} {count, plural, one {file matches} other {files match}}", { count, shown }),
  },
  "too-young": {
    shape: "growing",
    label: settingsText.notFinishedYet,
    counted: (count, shown) =>
      sayNodes("{shown} {count, plural, one {not finished yet} other {not finished yet}}", { count, shown }),
  },
  "no-match": {
    shape: "over",
    label: settingsText.doesNotMatch,
    counted: (count, shown) =>
      sayNodes("{shown} {count, plural, one {other file} other {other files}}", { count, shown }),
  },
  refused: {
    shape: "problem",
    label: settingsText.matchesButIsNotSent,
    counted: (count, shown) =>
      sayNodes("{shown} {count, plural, one {matches, but is not sent} other {match, but are not sent}}", {
        count,
        shown,
      }),
  },
};

interface PatternTesterProps {
  readonly instrument: Written;
  readonly onPattern: (pattern: string) => void;
  /** A name in its pieces is shown above already. */
  readonly isReadAbove?: boolean;
}

/** Tests what the settings of an instrument take of its real folder, as of a moment ago; nothing is asked without a folder. */
export function usePatternTest(instrument: Written, everyMs: number) {
  const folder = textAt(instrument, "folder").trim();
  const pattern = textAt(instrument, "pattern");
  const finish = objectAt(instrument, "finish");
  const since = textAt(instrument, "since");
  const written = useSettled(
    JSON.stringify({
      folder,
      pattern,
      ...(finish === null ? {} : { finish }),
      since: /^\d{4}-\d{2}-\d{2}$/.test(since) ? since : null,
      tags: textsAt(instrument, "tags"),
      network: flagAt(instrument, "network", false),
    }),
    400,
  );
  const question = JSON.parse(written) as Input<"settings.testPattern">;
  return useHostQuery("settings.testPattern", question, {
    enabled: folder !== "" && question.folder !== "",
    keepsPrevious: true,
    everyMs,
  });
}

/** How often the folder is looked at where its files are shown. */
export const typedEveryMs = 5_000;

/** The same file by file, while the pattern is typed. */
export function PatternTester({ instrument, onPattern, isReadAbove = false }: PatternTesterProps) {
  const folder = textAt(instrument, "folder").trim();
  const pattern = textAt(instrument, "pattern");
  const test = usePatternTest(instrument, typedEveryMs);
  if (folder === "") return <p className="muted">{settingsText.chooseFolderToPreview}</p>;
  if (test.error !== null) return <p role="alert">{test.error.message}</p>;
  if (test.data === undefined) return <SkeletonRows />;
  const { data } = test;
  if (!data.folder.exists)
    return (
      <Sentence shape="problem" role="alert">
        {data.folder.message}
      </Sentence>
    );
  return (
    <>
      {pattern === "" || data.matched + data.tooYoung === 0 ? (
        <PatternProposals folder={folder} onPattern={onPattern} />
      ) : null}
      {data.patternProblem === null || pattern === "" ? null : <p role="alert">{data.patternProblem}</p>}
      <PatternCounts tested={data} />
      {isReadAbove ? null : <NameAsRead tested={data} pattern={pattern} />}
      <TestedFiles tested={data} />
    </>
  );
}

/** How many files match, in words. */
export function PatternCounts({ tested }: { readonly tested: Tested }) {
  const counts: readonly (readonly [Verdict, number])[] = [
    ["matches", tested.matched],
    ["too-young", tested.tooYoung],
    ["refused", tested.refused],
    ["no-match", tested.noMatch],
  ];
  return (
    <>
      <p className={`${styles.counts} below-8 wraps`} role="status">
        {counts
          .filter(([verdict, count]) => count > 0 || verdict === "matches")
          .map(([verdict, count]) => (
            <span key={verdict} className="inline">
              <StateShape shape={count === 0 ? "idle" : verdicts[verdict].shape} size={14} />
              <span>
                {verdicts[verdict].counted(count, <strong className="numbers">{countText(count)}</strong>)}
              </span>
            </span>
          ))}
      </p>
      {tested.isCut ? <p className="muted">{settingsText.previewIsPartial}</p> : null}
    </>
  );
}

interface TestedFilesProps {
  readonly tested: Tested;
  /** Files that are not taken come first, instead of the newest. */
  readonly asksWhyNot?: boolean;
}

/** Each file, what becomes of it, and why. */
export function TestedFiles({ tested, asksWhyNot = false }: TestedFilesProps) {
  if (tested.entries.length === 0) return <p className="muted">{settingsText.folderIsEmpty}</p>;
  const entries = asksWhyNot ? notTakenFirst(tested.entries) : tested.entries;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={`${styles.tested} framed`} tabIndex={0} aria-label={settingsText.filesInFolder}>
        <table className="table">
          <thead>
            <tr>
              <th aria-label={say("Verdict")} />
              <th>{say("File")}</th>
              <th>{say("Day")}</th>
              <th>{say("Size")}</th>
              <th>{say("Changed")}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.path}>
                <td>
                  <StateShape
                    shape={verdicts[entry.verdict].shape}
                    label={verdicts[entry.verdict].label}
                    size={14}
                  />
                </td>
                <td title={entry.path}>
                  {middleCut(entry.path, 70)}
                  <div className="capital text-small muted">
                    {[
                      whyOf(entry),
                      entry.tags.length === 0 ? "" : say("tags {tags}", { tags: entry.tags.join(", ") }),
                    ]
                      .filter((part) => part !== "")
                      .join(" · ")}
                  </div>
                </td>
                <td className="numbers">{entry.measurementDate ?? "–"}</td>
                <td className="numbers">{bytesText(entry.size)}</td>
                <td>
                  <Moment at={entry.modifiedAt} as="ago" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {entries.length < tested.total ? (
        <p className="muted">{settingsText.someAreShown(entries.length, tested.total)}</p>
      ) : null}
    </>
  );
}

type Entry = Tested["entries"][number];

const graveFirst: readonly Verdict[] = ["refused", "no-match", "too-young", "matches"];

/** Newest first in each verdict, as they are given. */
function notTakenFirst(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted(
    (one, other) => graveFirst.indexOf(one.verdict) - graveFirst.indexOf(other.verdict),
  );
}

/** Why it is not taken, or what is special about one that is. A name that does not match has a reason that says so. */
function whyOf({ verdict, reason }: Entry): string {
  const isSaid = verdict === "matches" || (verdict === "no-match" && reason !== "");
  return isSaid ? reason : [verdicts[verdict].label, reason].filter((part) => part !== "").join(": ");
}

interface PatternProposalsProps {
  readonly folder: string;
  readonly onPattern: (pattern: string) => void;
}

/** Patterns that would take the files that lie in the folder; one click takes one over. */
function PatternProposals({ folder, onPattern }: PatternProposalsProps) {
  const { data } = useHostQuery("settings.suggestPattern", { folder }, { staleMs: 30_000 });
  if (data === undefined || data.proposals.length === 0) return null;
  return (
    <div className="stack gap-4 starts">
      <h3>{settingsText.suggestedFromNames}</h3>
      {data.proposals.map(({ pattern, meaning, matched, total, samplePath }) => (
        <button
          key={pattern}
          type="button"
          className={`${styles.proposal} wide pad-4 surface choosable`}
          onClick={() => onPattern(pattern)}
        >
          <span className="mono">{pattern}</span>
          <div className="capital text-small muted">
            {settingsText.matchesFiles(meaning, countText(matched), countText(total), samplePath)}
          </div>
        </button>
      ))}
    </div>
  );
}
