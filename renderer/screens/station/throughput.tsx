import { lazy, Suspense, useState } from "react";
import { bytesText, counted } from "#base/text.ts";
import type { Activity } from "#contract/activity.ts";
import { Panel } from "#renderer/components/panel.tsx";
import { stationText } from "#renderer/text/station.tsx";
import styles from "./station.module.css";

const ThroughputPlot = lazy(async () => ({ default: (await import("./station-plots.tsx")).ThroughputPlot }));

const hourMs = 3_600_000;

/** What the portal confirmed in the last 24 hours. */
export function Throughput({ activity }: { readonly activity: Activity }) {
  const { bytes, files } = activity.throughput;
  const [hour, setHour] = useState<number | null>(null);
  const lastMs = Date.parse(activity.hourStart);
  const startMs = (index: number) => lastMs - (bytes.length - 1 - index) * hourMs;
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const whole = `${counted(sum(files), "file")}, ${bytesText(sum(bytes))}`;
  return (
    <Panel
      title={stationText.confirmedLastDay}
      aside={
        <span className={`${styles.readout} numbers`}>
          {hour === null
            ? whole
            : `${clock(startMs(hour))}–${clock(startMs(hour) + hourMs)} UTC: ${counted(files[hour] ?? 0, "file")}, ${bytesText(bytes[hour] ?? 0)}`}
        </span>
      }
    >
      <div className={styles.throughput}>
        <Suspense>
          <ThroughputPlot
            hours={bytes.map((_, index) => startMs(index) / 1_000)}
            bytes={bytes}
            label={stationText.confirmedLastDayText(whole)}
            onHour={setHour}
          />
        </Suspense>
      </div>
    </Panel>
  );
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}
