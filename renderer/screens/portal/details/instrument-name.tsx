import { Link } from "react-router";
import { instrumentRoute } from "#contract/page-routes.ts";
import { useHostQuery } from "#renderer/store/host.tsx";

interface InstrumentNameProps {
  readonly name: string;
  /** Null where the portal does not tell. */
  readonly pid: string | null;
  /** Where the name leads if the instrument is another station's. */
  readonly otherwise?: { readonly to: string; readonly title: string };
}

/** An instrument as the portal calls it, which leads to its page where this station has it. */
export function InstrumentName({ name, pid, otherwise }: InstrumentNameProps) {
  const { data } = useHostQuery("activity", {}, { staleMs: 60_000 });
  // Models have no PID.
  const own = data?.instruments.find((one) => one.pid !== "" && one.pid === pid);
  if (own !== undefined) return <Link to={instrumentRoute(own.name)}>{name}</Link>;
  return otherwise === undefined ? name : <Link {...otherwise}>{name}</Link>;
}
