import { ActionIcon, Modal, SegmentedControl } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { useFocusBack } from "#renderer/components/use-focus-back.ts";
import { portalText } from "#renderer/text/portal.ts";
import { PlotPicture } from "./plot-picture.tsx";
import styles from "./plots.module.css";
import { cropOf, fileRoute, plotWords, type WallPlot } from "./wall.ts";

interface PlotZoomProps {
  readonly plot: WallPlot;
  /** `3 of 12`. */
  readonly place: string;
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

type Size = "fit" | "full" | "area";

/** A plot in full; ← and → show its neighbours. */
export function PlotZoom({ plot, place, onStep, onClose }: PlotZoomProps) {
  useFocusBack();
  const [size, setSize] = useState<Size>("fit");
  // Keys of the window, since the focus comes into the dialog a moment after it is seen.
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      event.stopPropagation();
      onStep(event.key === "ArrowRight" ? 1 : -1);
    };
    window.addEventListener("keydown", step, true);
    return () => window.removeEventListener("keydown", step, true);
  }, [onStep]);
  const canCrop = cropOf(plot.dimensions) !== null;
  const shown = size === "area" && !canCrop ? "fit" : size;
  return (
    <Modal opened onClose={onClose} size="95vw" title={plotWords(plot)}>
      <div className="below-12 wraps">
        <ActionIcon variant="default" aria-label={say("Previous plot")} onClick={() => onStep(-1)}>
          <Icon name="left" size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={say("Next plot")} onClick={() => onStep(1)}>
          <Icon name="right" size={16} />
        </ActionIcon>
        <span className="muted numbers">{place}</span>
        <SegmentedControl
          size="xs"
          aria-label={portalText.sizeOfThePlot}
          value={shown}
          onChange={(next) => setSize(next as Size)}
          data={[
            { value: "fit", label: say("Whole plot") },
            { value: "full", label: say("Full size") },
            { value: "area", label: portalText.plotAreaOnly, disabled: !canCrop },
          ]}
        />
        <Link className="pushed" to={`${fileRoute(plot)}&inside=${encodeURIComponent(plot.variableId)}`}>
          {portalText.axesAndValues}
        </Link>
        <Link to={fileRoute(plot)}>{portalText.openTheFile}</Link>
      </div>
      <div className={styles.stage} data-size={shown}>
        <div
          className={styles.staged}
          {...(shown === "full" && plot.dimensions !== null
            ? { style: { width: plot.dimensions.width } }
            : {})}
        >
          <PlotPicture key={plot.s3key} plot={plot} isWanted isCropped={shown === "area"} />
        </div>
      </div>
    </Modal>
  );
}
