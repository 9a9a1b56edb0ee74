import { useLive } from "#renderer/store/use-live.ts";
import type { UploadRow } from "#renderer/text/states.ts";
import styles from "./stage-strip.module.css";
import { stageNames, stagesText, stageTicksOf } from "./stages.ts";

/** Four ticks: seen, checksum, announced, sent. The last one fills while the content is on its way. */
export function StageStrip({ upload }: { readonly upload: UploadRow }) {
  const text = stagesText(upload);
  const ticks = stageTicksOf(upload);
  return (
    <span
      className={`${styles.strip} gap-4`}
      data-state={upload.state}
      role="img"
      aria-label={text}
      title={text}
    >
      {stageNames.map((name, index) => (
        <span key={name} className={`${styles.tick} holds clips`} data-tick={ticks[index]}>
          {name === "sent" && ticks[index] === "now" ? <Filling upload={upload} /> : null}
        </span>
      ))}
    </span>
  );
}

function Filling({ upload }: { readonly upload: UploadRow }) {
  const share = useSentShare(upload);
  return <span className={styles.filling} style={{ transform: `scaleX(${share})` }} />;
}

/** Part of the content that is sent, 0 to 1, in steps of a hundredth; renewed a few times a second. */
export function useSentShare({ id, size, sentBytes }: UploadRow): number {
  return useLive(({ progress }) => {
    const sent = progress.get(id)?.sentBytes ?? sentBytes ?? 0;
    return size === 0 ? 0 : Math.min(1, Math.floor((sent / size) * 100) / 100);
  });
}
