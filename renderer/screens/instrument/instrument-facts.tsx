import type { ReactNode } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { spanText } from "#base/text.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import { handleOf } from "#renderer/components/format.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { OutLink } from "#renderer/components/out-link.tsx";
import { useNow } from "#renderer/components/use-now.ts";
import type { InstrumentActivityShown, InstrumentStatusShown } from "#renderer/model/instrument-words.ts";
import { usePortalName, useTypeName } from "#renderer/store/portal-names.ts";
import { instrumentText } from "#renderer/text/instrument.tsx";
import styles from "./instrument.module.css";

interface FactsProps {
  readonly instrument: InstrumentStatusShown;
  /** Undefined while it is asked for. */
  readonly activity: InstrumentActivityShown | undefined;
  /** Other instruments of the settings with its PID, such as another folder of it. */
  readonly sharers: readonly string[];
}

/** Facts of an instrument: what it is, where its files are, and how often they come. */
export function InstrumentCard({ instrument, activity, sharers }: FactsProps) {
  const { kind, folder } = instrument;
  const site = usePortalName("portal.sites", instrument.site);
  const type = useTypeName(instrument);
  return (
    <dl className={`${styles.facts} wraps starts pad-12 surface`} aria-label={instrumentText.facts}>
      <InstrumentFact label={kind === "model" ? instrumentText.model : instrumentText.type}>
        <span title={instrument.instrument}>{type ?? "…"}</span>
      </InstrumentFact>
      <InstrumentFact label={instrumentText.site}>
        <span title={instrument.site}>{site ?? "…"}</span>
      </InstrumentFact>
      {kind === "model" || activity === undefined || activity.pid === "" ? null : (
        <InstrumentFact label="PID">
          <OutLink href={activity.pid}>{handleOf(activity.pid)}</OutLink>
          {sharers.map((name, index) => (
            <span key={name} className="muted">
              {index === 0 ? instrumentText.sharedWith : ", "}
              <Link to={instrumentRoute(name)}>{name}</Link>
            </span>
          ))}
        </InstrumentFact>
      )}
      <InstrumentFact label={instrumentText.folder}>
        <span className="mono breaks">{folder}</span> <CopyButton text={folder} what={say("path")} />
      </InstrumentFact>
      <InstrumentFact label={instrumentText.cadence}>
        {activity === undefined ? "…" : <Cadence activity={activity} />}
      </InstrumentFact>
    </dl>
  );
}

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A fact of a list of them. */
export function InstrumentFact({ label, children }: FactProps) {
  return (
    <div className={`${styles.fact} shrinks`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `5 min`; hours and days without the minutes, which are never the same. */
function usualText(minutes: number): string {
  const hour = 60;
  if (minutes < 2 * hour) return spanText(minutes * 60_000);
  return spanText(Math.round(minutes / hour) * hour * 60_000);
}

/** How often it writes, and from when on its silence is told. */
function Cadence({ activity }: { readonly activity: InstrumentActivityShown }) {
  const nowMs = useNow();
  const { usualMinutes, silentAt, quietMessage } = activity;
  if (quietMessage !== null) return quietMessage;
  const isAhead = silentAt !== null && Date.parse(silentAt) > nowMs;
  return (
    <>
      {usualMinutes === null ? instrumentText.cadenceUnknown : instrumentText.about(usualText(usualMinutes))}
      {isAhead ? (
        <span className="muted">; {instrumentText.toldFrom(<Moment at={silentAt} as="short" />)}</span>
      ) : null}
    </>
  );
}
