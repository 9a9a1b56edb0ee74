import { Link } from "react-router";
import { instrumentRoute } from "#contract/page-routes.ts";
import { useHostQuery } from "#renderer/store/host.tsx";

interface InstrumentNameProps {
  readonly name: string;
  /** Null where the portal does not tell. */
  readonly pid: string | null;
  /**
   * This station's instruments whose files are known to be in it: two can have one PID, for two folders. Undefined while they are
   * asked for.
   */
  readonly sentBy: readonly string[] | undefined;
  /** Link of the name if the instrument is another station's. */
  readonly otherwise?: { readonly to: string; readonly title: string };
}

/** An instrument as the portal calls it, which leads to its page where this station has it. */
export function InstrumentName({ name, pid, sentBy, otherwise }: InstrumentNameProps) {
  const { data } = useHostQuery("activity", {}, { staleMs: 60_000 });
  // Models have no PID.
  const ofPid = (data?.instruments ?? []).filter((one) => one.pid !== "" && one.pid === pid);
  // A link that leads elsewhere a moment later is worse than none.
  if (ofPid.length > 1 && sentBy === undefined) return name;
  // If nobody knows which one it was, the page of either leads to the other.
  const own = ofPid.find((one) => sentBy?.includes(one.name)) ?? ofPid[0];
  if (own !== undefined) return <Link to={instrumentRoute(own.name)}>{name}</Link>;
  return otherwise === undefined ? name : <Link {...otherwise}>{name}</Link>;
}
