import { clockText, minuteText, secondText } from "#base/text.ts";
import { agoText, inText, localText } from "./format.ts";
import { useNow } from "./use-now.ts";

interface MomentProps {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** `ago` and `in` move with the clock; `clock` is the minute; `short` adds the day when it is another; `full` is all of it. */
  readonly as?: "full" | "short" | "clock" | "ago" | "in";
}

/** A moment in UTC, with local time on hover. */
export function Moment({ at, as = "full" }: MomentProps) {
  return (
    <time className="numbers" dateTime={at} title={`${secondText(at)}\n${localText(at)}`}>
      {as === "full" ? secondText(at) : as === "clock" ? clockText(at) : <Moving at={at} as={as} />}
    </time>
  );
}

function Moving({ at, as }: { readonly at: string; readonly as: "short" | "ago" | "in" }) {
  const nowMs = useNow();
  if (as === "ago") return agoText(at, nowMs);
  return as === "in" ? inText(at, nowMs) : minuteText(at, nowMs);
}
