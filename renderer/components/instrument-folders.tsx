import { Link } from "react-router";
import { instrumentRoute } from "#contract/page-routes.ts";
import { instrumentState } from "#renderer/model/instrument-words.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { instrumentText } from "#renderer/text/instrument.tsx";
import { StateShape } from "./state-shape.tsx";

/** As many have room beside other things. */
const mostFolders = 12;

/** The instruments, how each stands, and the folders in which their files are looked for; `only`: one of them, null for all. */
export function InstrumentFolders({ only = null }: { readonly only?: string | null }) {
  const { data: status } = useHostQuery("status", {});
  const { data: activity } = useHostQuery("activity", {});
  if (status === undefined) return null;
  return (
    <ul className="plain stack gap-4">
      {status.instruments
        .filter(({ name }) => only === null || only === name)
        .slice(0, mostFolders)
        .map((instrument) => {
          const { name, folder, growing } = instrument;
          const own = activity?.instruments.find((one) => one.name === name);
          const { shape, words } = instrumentState(instrument, own, status);
          return (
            <li key={name} className="wraps">
              <StateShape shape={shape} size={14} />
              <Link to={instrumentRoute(name)} className="quiet-link strong">
                {name}
              </Link>
              <span>{shape === "idle" && growing > 0 ? instrumentText.beingWritten(growing) : words}</span>
              <span className="mono muted breaks">{folder}</span>
            </li>
          );
        })}
    </ul>
  );
}
