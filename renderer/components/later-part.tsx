import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { errorText } from "#base/text.ts";
import { laterTexts } from "#renderer/store/later-texts.ts";
import { reloadIfServed } from "#renderer/store/reload.ts";
import { commonText } from "#renderer/text/common.ts";
import { frameText } from "#renderer/text/frame-text.tsx";

interface LaterPartProps<Props extends object> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
  /** Stands there until it is loaded. */
  readonly fallback?: ReactNode;
  /** Stands there where it cannot be shown; without it, the fallback does. */
  readonly failed?: (error: unknown) => ReactNode;
  /** It was said that it cannot be shown. Null for a part that says so itself, or that nobody opens. */
  readonly onFailed: (() => void) | null;
}

/**
 * A part of a page that is loaded when it is opened, such as a dialog. If it cannot be loaded or shown, the page stays as
 * it was.
 */
export class LaterPart<Props extends object> extends Component<LaterPartProps<Props>> {
  override state: { readonly failure: { readonly error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  // Its own each time that it is opened: React remembers a failure, browsers need not.
  readonly Part = lazy(async () => {
    await laterTexts();
    return { default: await this.props.load() };
  });

  override componentDidCatch(error: unknown): void {
    const { onFailed } = this.props;
    if (onFailed === null) return;
    sayNotShown(error);
    onFailed();
  }

  override render(): ReactNode {
    const { Part } = this;
    const { props, fallback = null, failed = () => fallback } = this.props;
    const { failure } = this.state;
    if (failure !== null) return failed(failure.error);
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
}

function sayNotShown(error: unknown): void {
  if (!isNotLoaded(error)) {
    notifications.show({ message: frameText.onlyThisFailed(errorText(error)) });
    return;
  }
  const reload = async () => {
    if (!(await reloadIfServed())) notifications.show({ message: frameText.hostStopped });
  };
  notifications.show({
    id: "not-loaded",
    autoClose: false,
    message: (
      <span className="row gap-12 spread">
        {frameText.partNotLoaded}
        <Button className="rigid" size="compact-sm" variant="light" onClick={() => void reload()}>
          {commonText.reloadPage}
        </Button>
      </span>
    ),
  });
}

/** Tells whether nobody serves a part of the pages, as Chromium, Firefox, Safari and Vite say it. */
export function isNotLoaded(error: unknown): boolean {
  return /dynamically imported module|Importing a module script|Unable to preload/.test(errorText(error));
}
