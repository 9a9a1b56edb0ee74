import { Component, type ReactNode } from "react";
import { useLocation } from "react-router";
import { NotShown } from "#renderer/components/problem.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";
import { forgetFailedPages } from "./later-page.tsx";

/** Stands in place of a page that failed, until another one is opened: the rest stays, and uploads are not touched by it. */
export function PageProblem({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary place={key}>{children}</Boundary>;
}

interface BoundaryProps {
  /** Changes when another page is opened. */
  readonly place: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly place: string;
  readonly failure: { readonly error: unknown } | null;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    if (place === state.place) return null;
    if (state.failure !== null) forgetFailedPages();
    return { place, failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure !== null) return <NotShown title={frameText.pageFailed} error={failure.error} />;
    return this.props.children;
  }
}
