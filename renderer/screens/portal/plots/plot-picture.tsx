import { Button } from "@mantine/core";
import { useState } from "react";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./plots.module.css";
import { usePlotImage } from "./use-plot-images.tsx";
import { cropOf, type Plot, plotWords } from "./wall.ts";

interface PlotPictureProps {
  readonly plot: Plot;
  readonly isWanted: boolean;
  /** Shows the plot area alone, by the margins that the portal states. */
  readonly isCropped: boolean;
}

/** A guess for pictures whose size the portal does not state, so that the wall does not jump. */
const usualAspect = 2;

/** A picture, a place for one, or what is wrong with it. */
export function PlotPicture({ plot, isWanted, isCropped }: PlotPictureProps) {
  const [round, setRound] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const image = usePlotImage(plot.s3key, isWanted, round);
  const crop = isCropped ? cropOf(plot.dimensions) : null;
  const { dimensions } = plot;
  const whole = dimensions === null ? usualAspect : dimensions.width / Math.max(1, dimensions.height);
  const failure = image?.kind === "failed" ? image.message : isBroken ? portalText.imageUnavailable : null;
  return (
    <div className={styles.frame} style={{ aspectRatio: crop?.aspect ?? whole }}>
      {image?.kind === "failed" && image.isMissing ? (
        <div className={styles.failed} role="status">
          <StateShape shape="over" />
          <p>{portalText.plotMissing}</p>
        </div>
      ) : failure !== null ? (
        <div className={styles.failed} role="alert">
          <StateShape shape="retry" />
          <p>{portalText.plotUnavailable}</p>
          <p className={styles.why} title={failure}>
            {failure}
          </p>
          <Button
            size="compact-xs"
            variant="default"
            onClick={(event) => {
              event.stopPropagation();
              setIsBroken(false);
              setRound(round + 1);
            }}
          >
            Try again
          </Button>
        </div>
      ) : image?.kind === "here" ? (
        <img
          className={crop === null ? styles.whole : styles.cropped}
          src={image.url}
          alt={plotWords(plot)}
          draggable={false}
          onError={() => setIsBroken(true)}
          {...(crop === null
            ? {}
            : {
                style: {
                  width: `${crop.widthPercent}%`,
                  left: `${crop.leftPercent}%`,
                  top: `${crop.topPercent}%`,
                },
              })}
        />
      ) : (
        <div className={styles.waiting} role="status" aria-label={`Loading ${plotWords(plot)}`} />
      )}
    </div>
  );
}
