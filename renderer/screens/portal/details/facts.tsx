import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./details.module.css";

interface FactGroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Facts that belong together, under a heading. */
export function FactGroup({ title, children }: FactGroupProps) {
  return (
    <section className={`${styles.group} below-16`} aria-label={title}>
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

interface FactProps {
  readonly label: string;
  /** Null, undefined and "" are written as a dash: the portal states nothing. */
  readonly children: ReactNode;
  /** Puts a button beside it that copies this text. */
  readonly copy?: string | null;
  readonly isMono?: boolean;
}

/** A field of a record. */
export function Fact({ label, children, copy = null, isMono = false }: FactProps) {
  const isStated = children !== null && children !== undefined && children !== "";
  return (
    <div className={`${styles.fact} lines`}>
      <dt>{label}</dt>
      <dd className={`row starts spread gap-4 shrinks ${isMono ? "mono breaks" : ""}`}>
        <span className="breaks shrinks">
          {isStated ? (
            children
          ) : (
            <span className="muted" title={portalText.noValueGiven}>
              –
            </span>
          )}
        </span>
        {copy === null || copy === "" ? null : <CopyButton text={copy} what={label} />}
      </dd>
    </div>
  );
}

interface TextFactProps {
  readonly label: string;
  readonly text: string | null;
  readonly isMono?: boolean;
  /** Puts a button beside it that copies the text. */
  readonly isCopied?: boolean;
}

/** A field of a record, word for word. */
export function TextFact({ label, text, isMono = false, isCopied = false }: TextFactProps) {
  return (
    <Fact label={label} copy={isCopied ? text : null} isMono={isMono}>
      {text}
    </Fact>
  );
}

/** A moment of a record; null where none is stated. */
export function When({ label, at }: { readonly label: string; readonly at: string | null }) {
  return (
    <Fact label={label}>
      {at === null ? null : Number.isNaN(Date.parse(at)) ? at : <Moment at={at} as="short" />}
    </Fact>
  );
}

/** Yes or no, in words. */
export function yesNo(isSo: boolean): string {
  return isSo ? say("Yes") : say("No");
}
