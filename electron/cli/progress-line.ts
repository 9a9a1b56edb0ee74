import { bytesText, counted, oneLine } from "#base/text.ts";

interface Progress {
  readonly found: number;
  readonly delivered: number;
  readonly failed: number;
  readonly growing: number;
  readonly inFlight: readonly {
    readonly upload: { readonly relPath: string; readonly size: number };
    readonly sentBytes: number;
  }[];
}

export interface ProgressLine {
  readonly show: (progress: Progress) => void;
  /** Clears the line; nothing is shown afterwards. */
  end(): void;
}

const barCells = 20;
const betweenMs = 100;

/** A live line on a terminal; silent where `out` is null or no terminal. */
export function createProgressLine(out: NodeJS.WriteStream | null): ProgressLine {
  let isOver = out === null || !out.isTTY;
  let shownAt = 0;
  return {
    show(progress) {
      const now = performance.now();
      if (isOver || out === null || now - shownAt < betweenMs) return;
      shownAt = now;
      out.write(`\r\x1b[K${oneLine(lineOf(progress)).slice(0, (out.columns ?? 80) - 1)}`);
    },
    end() {
      if (!isOver) out?.write("\r\x1b[K");
      isOver = true;
    },
  };
}

function lineOf({ found, delivered, failed, growing, inFlight }: Progress): string {
  const part = found === 0 ? 0 : Math.min(1, delivered / found);
  const full = Math.round(part * barCells);
  const bar = `${"█".repeat(full)}${"░".repeat(barCells - full)}`;
  const more = [failed > 0 ? `${failed} failed` : "", growing > 0 ? `${growing} unfinished` : ""].filter(
    Boolean,
  );
  const [first] = inFlight;
  const now =
    first === undefined
      ? ""
      : ` · ${first.upload.relPath.split("/").at(-1)} ${bytesText(first.sentBytes)} of ${bytesText(first.upload.size)}`;
  return `${bar} ${delivered} of ${counted(found, "file")}${more.map((word) => ` · ${word}`).join("")}${now}`;
}
