import { Figure } from "#renderer/components/page.tsx";
import { commonText } from "#renderer/text/common.ts";

interface CountFigureProps {
  /** `46 files`; null while nobody knows. */
  readonly count: string | null;
  readonly isAsking: boolean;
}

/** How much the portal has of what is shown. */
export function CountFigure({ count, isAsking }: CountFigureProps) {
  return (
    <Figure isStatus note={count === null && isAsking ? commonText.loadingFromPortal : undefined}>
      {count}
    </Figure>
  );
}
