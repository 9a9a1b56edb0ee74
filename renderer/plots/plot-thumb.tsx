import { cropStyle } from "./plot-picture.tsx";
import styles from "./plots.module.css";
import { usePlotImage } from "./use-plot-images.tsx";
import { cropOf, type WallPlot } from "./wall.ts";

interface PlotThumbProps {
  readonly plot: WallPlot;
  readonly isWanted: boolean;
}

/** A plot as small as a line of text, without words: what it shows stands beside it. */
export function PlotThumb({ plot, isWanted }: PlotThumbProps) {
  const image = usePlotImage(plot.s3key, isWanted, 0);
  const crop = cropOf(plot.dimensions);
  if (image?.kind !== "here") return null;
  return (
    <img
      className={crop === null ? styles.whole : styles.cropped}
      src={image.url}
      alt=""
      draggable={false}
      style={crop === null ? {} : cropStyle(crop, true)}
    />
  );
}
