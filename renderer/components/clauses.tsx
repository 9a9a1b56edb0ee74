import { Fragment, type ReactNode } from "react";

/** Clauses of a quiet line with dots between them; what is null or undefined is left out. */
export function Clauses({ clauses }: { readonly clauses: readonly ReactNode[] }) {
  const shown = clauses.filter((clause) => clause !== undefined && clause !== null);
  return shown.map((clause, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: clauses have no identity but their place
    <Fragment key={index}>
      {index === 0 ? null : " · "}
      <span>{clause}</span>
    </Fragment>
  ));
}
