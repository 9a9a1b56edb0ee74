import { Figure } from "#renderer/components/page.tsx";
import { commonText } from "#renderer/text/common.ts";

interface CountFigureProps {
  /** `46 files`; null while nobody knows. */
  readonly count: string | null;
  readonly isAsking: boolean;
  /** Stands in display size in place of the count, which is a note to it then. */
  readonly title?: string;
}

/** How much the portal has of what is shown; where it cannot be known, the page keeps its name. */
export function CountFigure({ count, isAsking, title }: CountFigureProps) {
  if (count === null && !isAsking) return null;
  if (title === undefined)
    return (
      <Figure isStatus note={count === null ? commonText.loadingFromPortal : undefined}>
        {count}
      </Figure>
    );
  return <Figure note={<span role="status">{count ?? commonText.loadingFromPortal}</span>}>{title}</Figure>;
}
