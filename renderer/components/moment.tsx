import { clockText, minuteStamp, minuteText, secondText } from "#base/text.ts";
import { agoText, inText, localText } from "./format.ts";
import { useNow } from "./use-now.ts";

interface MomentProps {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** `ago` and `in` move with the clock; `clock` is the minute; `short` is for sentences and names the day when
   * it is another; `stamp` is the same for tables. */
  readonly as: "short" | "stamp" | "clock" | "ago" | "in";
}

/** A moment in UTC, with local time on hover. */
export function Moment({ at, as }: MomentProps) {
  return (
    <time
      className={`numbers${as === "ago" ? " unbroken" : ""}`}
      dateTime={at}
      title={`${secondText(at)}\n${localText(at)}`}
    >
      {as === "clock" ? clockText(at) : <Moving at={at} as={as} />}
    </time>
  );
}

function Moving({ at, as }: { readonly at: string; readonly as: "short" | "stamp" | "ago" | "in" }) {
  const nowMs = useNow();
  if (as === "ago") return agoText(at, nowMs);
  if (as === "in") return inText(at, nowMs);
  return as === "stamp" ? minuteStamp(at, nowMs) : minuteText(at, nowMs);
}
