import { useHostQuery } from "#renderer/store/host.tsx";

/** As many have room beside other things. */
const mostFolders = 12;

/** The instruments with the folders in which their files are looked for; `only`: one of them, null for all. */
export function InstrumentFolders({ only = null }: { readonly only?: string | null }) {
  const { data: status } = useHostQuery("status", {});
  return (
    <ul className="plain">
      {status?.instruments
        .filter(({ name }) => only === null || only === name)
        .slice(0, mostFolders)
        .map(({ name, folder }) => (
          <li key={name} className="breaks">
            {name} <span className="mono muted">{folder}</span>
          </li>
        ))}
    </ul>
  );
}
