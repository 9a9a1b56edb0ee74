import { Button } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./plots.module.css";
import { usePlotImage } from "./use-plot-images.tsx";
import { type Crop, cropOf, plotWords, type WallPlot } from "./wall.ts";

interface PlotPictureProps {
  readonly plot: WallPlot;
  readonly isWanted: boolean;
  /** Shows the plot area alone, by the margins that the portal states. */
  readonly isCropped: boolean;
  /** Fills a frame whose height is given, so that the plot area of every picture has the same axis. */
  readonly isFilling?: boolean;
}

/** A guess for pictures whose size the portal does not state, so that the wall does not jump. */
const usualAspect = 2;

/** A picture, a place for one, or what is wrong with it. */
export function PlotPicture({ plot, isWanted, isCropped, isFilling = false }: PlotPictureProps) {
  const [round, setRound] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const image = usePlotImage(plot.s3key, isWanted, round);
  const crop = isCropped ? cropOf(plot.dimensions) : null;
  const { dimensions } = plot;
  const whole = dimensions === null ? usualAspect : dimensions.width / Math.max(1, dimensions.height);
  const failure = image?.kind === "failed" ? image.message : isBroken ? portalText.imageUnavailable : null;
  const isMissing = image?.kind === "failed" && image.isMissing;
  return (
    <div
      className={`${styles.frame} ${isFilling ? styles.filling : ""} holds clips`}
      style={isFilling ? {} : { aspectRatio: crop?.aspect ?? whole }}
    >
      {isMissing || failure !== null ? (
        <Failure
          message={isMissing ? null : failure}
          onAgain={() => {
            setIsBroken(false);
            setRound(round + 1);
          }}
        />
      ) : image?.kind === "here" ? (
        <img
          className={crop === null ? styles.whole : styles.cropped}
          src={image.url}
          alt={plotWords(plot)}
          draggable={false}
          onError={() => setIsBroken(true)}
          style={crop === null ? {} : cropStyle(crop, isFilling)}
        />
      ) : (
        <div
          className={`${styles.waiting} ghost`}
          role="status"
          aria-label={say("Loading {plot}", { plot: plotWords(plot) })}
        />
      )}
    </div>
  );
}

/** Gives the place of a cropped picture behind its frame; `isFilling`: whatever the shape of the frame. */
export function cropStyle(
  { widthPercent, heightPercent, leftPercent, topPercent }: Crop,
  isFilling: boolean,
) {
  return {
    width: `${widthPercent}%`,
    height: isFilling ? `${heightPercent}%` : "auto",
    left: `${leftPercent}%`,
    top: `${topPercent}%`,
  };
}

interface FailureProps {
  /** Null for a picture that the portal does not have. */
  readonly message: string | null;
  readonly onAgain: () => void;
}

function Failure({ message, onAgain }: FailureProps) {
  if (message === null)
    return (
      <div className={`${styles.failed} pad-8 stack gap-4 text-center`} role="status">
        <StateShape shape="over" />
        <p>{portalText.plotMissing}</p>
      </div>
    );
  return (
    <div className={`${styles.failed} pad-8 stack gap-4 text-center`} role="alert">
      <StateShape shape="retry" />
      <p>{portalText.plotUnavailable}</p>
      <p className="clamped text-small muted" title={message}>
        {message}
      </p>
      <Button
        size="compact-xs"
        variant="default"
        onClick={(event) => {
          event.stopPropagation();
          onAgain();
        }}
      >
        {say("Try again")}
      </Button>
    </div>
  );
}
