import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { capital, clockText } from "#base/text.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import type { StatusIssue, StatusShown } from "#contract/status.ts";
import { causeWords } from "#domain/cause.ts";
import { CauseButton } from "#renderer/components/cause-button.tsx";
import { LaterPart } from "#renderer/components/later-part.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { type Shape, StateShape } from "#renderer/components/state-shape.tsx";
import { todayText } from "#renderer/text/today.tsx";
import { CausePlace } from "./cause-place.tsx";
import { Known } from "./known.tsx";
import styles from "./needs-you.module.css";
import { Snoozed } from "./snoozed.tsx";

// A menu, and what places menus, is large; on most days nothing is to be put off.
const loadSnoozeMenu = async () => (await import("./snooze-menu.tsx")).SnoozeMenu;

// It asks before it does anything, and dialogs are large.
const loadGiveUp = async () => (await import("#renderer/components/give-up-button.tsx")).GiveUpButton;
const loadChoosePid = async () => (await import("./choose-pid.tsx")).ChoosePid;
const loadMarkKnown = async () => (await import("./mark-known.tsx")).MarkKnown;
const loadSettingsProblems = async () => (await import("./settings-problems.tsx")).SettingsProblems;

const mostShown = 5;

interface NeedsYouProps {
  readonly status: StatusShown;
  /** The instrument whose page this is: no row names it or leads to it. */
  readonly of?: string | null;
}

/** A row for each cause in the order of the host, the gravest first: what, since when, and the button that helps. */
export function NeedsYou({ status, of = null }: NeedsYouProps) {
  const issues = status.issues ?? [];
  const snoozed = issues.filter((issue) => isSnoozed(issue));
  const mine = issues.filter((issue) => issue.kind !== "waiting" && !isSnoozed(issue));
  const others = issues.filter(({ kind }) => kind === "waiting");
  return (
    <>
      <Causes title={todayText.needsYou} issues={mine} status={status} of={of} isFirst />
      <Causes title={todayText.passes} issues={others} status={status} of={of} isFirst={mine.length === 0} />
      <Snoozed issues={snoozed} />
      {of === null ? <Known nowMs={Date.parse(status.now)} /> : null}
    </>
  );
}

/** A host of an older version does not tell. */
function isSnoozed({ snoozed }: Partial<Pick<StatusIssue, "snoozed">>): boolean {
  return snoozed !== undefined && snoozed !== null;
}

interface CausesProps {
  readonly title: string;
  readonly issues: readonly StatusIssue[];
  readonly status: StatusShown;
  readonly of: string | null;
  /** Its first row is the gravest of all. */
  readonly isFirst: boolean;
}

function Causes({ title, issues, status, of, isFirst }: CausesProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (issues.length === 0) return null;
  const shown = showsAll ? issues : issues.slice(0, mostShown);
  return (
    <section className="clips surface" aria-label={title}>
      <ul className="plain ruled">
        {shown.map((issue, index) => (
          <Cause
            key={issue.key}
            issue={issue}
            isNamed={issue.instrument !== null && issue.instrument !== of}
            isFirst={isFirst && index === 0 && status.tray !== "paused"}
            problems={issue.key === "settings" ? status.settingsProblems : []}
            // The page of an instrument has its folder already.
            causes={of === null ? status.causes : null}
          />
        ))}
      </ul>
      {shown.length === issues.length ? null : (
        <Button variant="subtle" size="compact-sm" m={8} onClick={() => setShowsAll(true)}>
          {todayText.moreCauses(issues.length - shown.length)}
        </Button>
      )}
    </section>
  );
}

interface CauseProps {
  readonly issue: StatusIssue;
  /** Its instrument is named, and leads to its page. */
  readonly isNamed: boolean;
  readonly isFirst: boolean;
  readonly problems: StatusShown["settingsProblems"];
  /** Null where no path is shown. */
  readonly causes: StatusShown["causes"] | null;
}

function Cause({ issue, isNamed, isFirst, problems, causes }: CauseProps) {
  const { kind, label, instrument, since, nextTryAt, portalMessage } = issue;
  const saysWhose = isNamed && instrument !== null && !label.includes(instrument);
  return (
    <li className={`${styles.cause} pad-12 wraps gap-12`}>
      <StateShape shape={shapeOf(issue)} size={20} />
      <div className="breaks grows">
        <p className={`${styles.label} text-head strong`}>
          {isNamed && instrument !== null ? <Named label={label} instrument={instrument} /> : label}
        </p>
        <p className={`${styles.why} numbers muted`}>
          {saysWhose ? (
            <span>
              <Link to={instrumentRoute(instrument)}>{instrument}</Link>
            </span>
          ) : null}
          {since === null || label.includes(clockText(since)) ? null : (
            <span>{todayText.since(<Moment at={since} as="short" />, !saysWhose)}</span>
          )}
          {nextTryAt === null ? null : <span>{todayText.nextTry(<Moment at={nextTryAt} as="in" />)}</span>}
          <span>{whyText(issue)}</span>
        </p>
        {portalMessage === null || label.includes(portalMessage) ? null : (
          <p className={`${styles.why} muted`}>{todayText.portalSays(portalMessage)}</p>
        )}
        {causes === null ? null : <CausePlace issue={issue} causes={causes} />}
        {problems.length === 0 ? null : (
          <LaterPart load={loadSettingsProblems} props={{ problems }} onFailed={null} />
        )}
      </div>
      <div className="wraps to-end">
        {issue.action === "choose-pid" && instrument !== null ? (
          <LaterPart
            load={loadChoosePid}
            props={{ issue, isFirst }}
            fallback={<CauseButton issue={issue} isFirst={isFirst} />}
            onFailed={null}
          />
        ) : (
          <CauseButton issue={issue} isFirst={isFirst} />
        )}
        {issue.action === "open-storage" ? (
          <Button component={Link} to="/cleanup" variant="default" size="compact-sm">
            {todayText.whatMayBeRemoved}
          </Button>
        ) : null}
        {issue.cause === "no-instrument" ? (
          <LaterPart load={loadGiveUp} props={{ issue }} onFailed={null} />
        ) : null}
        {/* A host of an older version does not tell. */}
        {issue.canBeKnown === true ? (
          <LaterPart load={loadMarkKnown} props={{ issue }} onFailed={null} />
        ) : null}
        {kind === "waiting" ? null : (
          <LaterPart
            load={loadSnoozeMenu}
            props={{ issue }}
            fallback={<span className={styles.later} />}
            onFailed={null}
          />
        )}
      </div>
    </li>
  );
}

function shapeOf({ key, kind }: Pick<StatusIssue, "key" | "kind">): Shape {
  if (kind !== "waiting") return key.startsWith("silent:") ? "silent" : "problem";
  return key.startsWith("portal") || key === "records" ? "away" : "retry";
}

/** A label whose instrument leads to its page, where it names it. */
function Named({ label, instrument }: { readonly label: string; readonly instrument: string }) {
  const at = label.indexOf(instrument);
  if (at < 0) return label;
  return (
    <>
      {label.slice(0, at)}
      <Link to={instrumentRoute(instrument)}>{instrument}</Link>
      {label.slice(at + instrument.length)}
    </>
  );
}

/** Says what stops it, or what to do about it. */
function whyText({ key, cause, message, remedy, portalMessage }: StatusIssue): string {
  if (message !== null) return message;
  if (
    portalMessage === null &&
    key.startsWith("files:") &&
    cause !== "silent-instrument" &&
    cause !== "poor-product"
  )
    return say(causeWords(cause).remedy);
  return `${capital(remedy)}.`;
}
