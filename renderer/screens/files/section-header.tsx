import { countText } from "#base/text.ts";
import type { Cause } from "#domain/cause.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";
import styles from "./files.module.css";
import type { Section } from "./sections.ts";

interface SectionHeaderProps {
  readonly section: Section;
  readonly count: number;
  readonly isFolded: boolean;
  readonly onFold: () => void;
}

/** The line above a section: how many files it holds. A click folds it away or brings it back. */
export function SectionHeader({
  section: { id, label, shape, cause },
  count,
  isFolded,
  onFold,
}: SectionHeaderProps) {
  return (
    <button
      type="button"
      className={`${styles.section} bare inline`}
      data-section={id.split(" ")[0]}
      aria-expanded={!isFolded}
      onClick={onFold}
    >
      <Icon name={isFolded ? "right" : "down"} size={14} />
      <StateShape shape={shape} size={14} />
      <strong>{label}</strong>
      <span className="numbers">{countText(count)}</span>
      {id === "delivered" ? <Today /> : null}
      {cause === undefined ? null : <Words cause={cause} />}
    </button>
  );
}

/** Words of the portal on all files of a cause; nothing where it said several things. */
function Words({ cause }: { readonly cause: Cause }) {
  const { data } = useHostQuery("status", {});
  const [said, other] = (data?.issues ?? []).filter(
    (one) => one.cause === cause && one.portalMessage !== null,
  );
  if (said === undefined || other !== undefined) return null;
  return <span className="muted clipped">{filesText.refusedAs(said.portalMessage ?? "")}</span>;
}

/** How many of the files of today are delivered. */
function Today() {
  const { data } = useHostQuery("status", {});
  if (data === undefined || data.today.delivered === 0) return null;
  return <span className="muted">{filesText.ofToday(data.today.delivered)}</span>;
}
