import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { bytesText } from "#base/text.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { causeWords } from "#domain/cause.ts";
import { isFailed } from "#domain/upload.ts";
import { MiddleCut } from "#renderer/components/middle-cut.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { type Shape, StateShape, useSettling } from "#renderer/components/state-shape.tsx";
import { commonText } from "#renderer/text/common.ts";
import { receiptSentence } from "#renderer/text/event-text.ts";
import { filesText } from "#renderer/text/files.ts";
import { stateWords, type UploadRow } from "#renderer/text/states.ts";
import { fileName } from "#renderer/uploads/file-path.ts";
import { useSentShare } from "#renderer/uploads/stage-strip.tsx";
import { underAnotherName, uploadStatusOf, waitWords } from "#renderer/uploads/upload-status.ts";
import { RowMenu } from "./row-menu.tsx";

/** How a list shows its uploads. */
interface CellLooks {
  /** Nothing is sent for now: what is queued does not wait for its turn alone. */
  readonly stop: Shape | null;
  /** The next try has a column of its own. */
  readonly showsNextTry: boolean;
  /** So has the moment of the receipt. */
  readonly showsSent: boolean;
  /** Its place in the list. */
  readonly row: number;
}

/** A cell of the list: as few elements as it can be, as a scroll makes those of hundreds of rows a second. */
export function uploadCell(upload: UploadRow, column: string, looks: CellLooks): ReactNode {
  const { stop, showsNextTry } = looks;
  switch (column) {
    case "name":
      return (
        <>
          <FileShape upload={upload} stop={stop} />
          <MiddleCut text={fileName(upload.path)} whole={upload.path} />
        </>
      );
    case "instrument":
      return (
        <>
          <span className="clipped" title={upload.instrument}>
            {upload.instrument}
          </span>
          {/* Not the router's own link, which would be drawn again in each row when a file is opened. */}
          {/* biome-ignore lint/a11y/useAnchorContent: its label is its name, and its arrow is drawn by the style */}
          <a
            href={`#${instrumentRoute(upload.instrument)}`}
            aria-label={filesText.pageOf(upload.instrument)}
            title={filesText.pageOf(upload.instrument)}
            tabIndex={-1}
            onClick={(event) => event.stopPropagation()}
          />
        </>
      );
    case "date":
      return upload.measurementDate;
    case "size":
      return bytesText(upload.size);
    case "state":
      return stage(upload, stop);
    case "next-try":
      return <NextTry upload={upload} />;
    case "sent":
      return upload.receipt === null ? null : <Moment at={upload.receipt.confirmedAt} as="stamp" />;
    case "cause":
      return (
        <>
          {showsNextTry || upload.nextTryAt === null ? null : (
            <>
              <NextTry upload={upload} />
              <span className="muted"> · </span>
            </>
          )}
          {reason(upload, looks)}
        </>
      );
    default:
      return <RowMenu key={looks.row} upload={upload} />;
  }
}

/** Said of a cell on hover, where its content does not say it itself. */
export function uploadTitle(upload: UploadRow, column: string, stop: Shape | null): string | undefined {
  switch (column) {
    case "date":
      return filesText.measurementDateHelp;
    case "size":
      return say("{size} bytes", { size: upload.size });
    case "state":
      return upload.state === "sending" ? undefined : uploadStatusOf(upload, stop).meaning;
    default:
      return undefined;
  }
}

/** How far it is, in words. */
function stage(upload: UploadRow, stop: Shape | null): ReactNode {
  if (upload.state === "sending") return <SentShare upload={upload} />;
  const { label, shape } = uploadStatusOf(upload, stop);
  return shape === "problem" ? <span className="amiss">{label}</span> : label;
}

function SentShare({ upload }: { readonly upload: UploadRow }) {
  return <span className="numbers">{filesText.sendingShare(Math.round(useSentShare(upload) * 100))}</span>;
}

function FileShape({ upload, stop }: { readonly upload: UploadRow; readonly stop: Shape | null }) {
  const { label, meaning, shape } = uploadStatusOf(upload, stop);
  const settles = useSettling(upload.id, shape);
  if (upload.state === "sending") return <SendingShape upload={upload} meaning={meaning} />;
  return <StateShape shape={shape} label={label} meaning={meaning} settles={settles} />;
}

function SendingShape({ upload, meaning }: { readonly upload: UploadRow; readonly meaning: string }) {
  return <StateShape shape="busy" label={say("Sending")} meaning={meaning} progress={useSentShare(upload)} />;
}

function NextTry({ upload }: { readonly upload: UploadRow }) {
  if (upload.nextTryAt === null) return null;
  return (
    <span title={say("{attempts} failed attempts", { attempts: upload.attempts })}>
      <Moment at={upload.nextTryAt} as="in" />
    </span>
  );
}

function reason(upload: UploadRow, { stop, showsSent }: CellLooks): ReactNode {
  const { state, failure, receipt } = upload;
  if (failure !== null && isFailed(state))
    return failure.cause === "refused" && failure.portalMessage !== null ? (
      <span title={failure.message}>{filesText.refusedAs(failure.portalMessage)}</span>
    ) : (
      <span title={failure.message}>{say(causeWords(failure.cause).title)}</span>
    );
  const text = () => {
    switch (state) {
      case "sending":
        return <Sent upload={upload} />;
      case "delivered":
        return receipt === null ? null : (
          <span title={`${receiptSentence(receipt.kind)}.`}>
            {receipt.kind === "twin" ? (
              underAnotherName(receipt.recordFilename)
            ) : receipt.kind === "known" ? (
              commonText.portalHadIt
            ) : (
              <>
                {filesText.confirmed} {showsSent ? null : <Moment at={receipt.confirmedAt} as="stamp" />}
              </>
            )}
          </span>
        );
      case "queued":
        return stop === null ? filesText.waitsForItsTurn : filesText.waits(waitWords(stop));
      default:
        return stateWords(state).meaning;
    }
  };
  return <span className="muted">{text()}</span>;
}

function Sent({ upload }: { readonly upload: UploadRow }) {
  const percent = Math.round(useSentShare(upload) * 100);
  // The whole content has left this PC: it is delivered only with the portal's word.
  if (percent >= 100) return <span>{filesText.sentNotConfirmedYet}</span>;
  return (
    <span className="numbers">
      {sayNodes("{percent} % of {size}", { percent, size: bytesText(upload.size) })}
    </span>
  );
}
