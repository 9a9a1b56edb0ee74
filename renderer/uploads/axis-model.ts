import { startOfDayMs } from "#base/dates.ts";
import type { Output } from "#contract/methods.ts";
import { inFlightStates, isFailed } from "#domain/upload.ts";
import { partOf, placeBetween } from "#renderer/components/strip-parts.ts";

type DayAnswer = Output<"coverage.day">;
export type AxisFile = DayAnswer["files"][number];

/** How a block looks, the gravest first. */
export const blockLooks = ["problem", "wait", "here", "over", "delivered", "processed"] as const;

export type BlockLook = (typeof blockLooks)[number];

/** Files of one span, or a run of spans that look alike, on the axis of a day. */
export interface Block {
  /** 0 to 1 of the day. */
  readonly left: number;
  readonly width: number;
  /** ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
  readonly look: BlockLook;
  readonly files: readonly AxisFile[];
}

/** A part of the day without a file. */
export interface Pause {
  readonly left: number;
  readonly width: number;
  readonly from: string;
  readonly to: string;
}

/** More blocks are drawn as runs of those that look alike. */
const mostBlocks = 300;

const dayMs = 86_400_000;

/** Gives the place of a moment on the axis of a day, 0 to 1. */
export function onAxis(atMs: number, date: string): number {
  const beginMs = startOfDayMs(date);
  return placeBetween(atMs, beginMs, beginMs + dayMs);
}

/** Gives the look of a file: whether it needs somebody, waits, is still here, or how far the portal is with it. */
export function blockLookOf({ state, layer }: Pick<AxisFile, "state" | "layer">): BlockLook {
  if (state === "blocked") return "problem";
  if (state === "cancelled" || state === "superseded") return "over";
  if (state !== null && isFailed(state)) return "wait";
  if (state === "queued" || inFlightStates.some((one) => one === state)) return "here";
  if (layer === "invalid" || layer === "other-content") return "problem";
  return layer === "processed" ? "processed" : "delivered";
}

/** The files of a day as blocks, in the order of time; those without a span are left out. */
export function blocksOf({ files }: Pick<DayAnswer, "files">, date: string): readonly Block[] {
  const bySpan = new Map<
    string,
    { readonly from: string; readonly to: string; readonly files: AxisFile[] }
  >();
  for (const file of files) {
    if (file.span === null) continue;
    const { from, to } = file.span;
    const known = bySpan.get(to) ?? { from, to, files: [] };
    known.files.push(file);
    bySpan.set(to, known);
  }
  const blocks = [...bySpan.values()]
    .sort((one, other) => (one.to < other.to ? -1 : 1))
    .map((one): Block => ({ ...one, ...placed(one, date), look: gravest(one.files) }));
  return blocks.length <= mostBlocks ? blocks : runsOf(blocks, date);
}

export function pausesOf({ pauses }: Pick<DayAnswer, "pauses">, date: string): readonly Pause[] {
  return pauses.map((pause) => ({ ...pause, ...placed(pause, date) }));
}

function placed(span: Parameters<typeof partOf>[0], date: string) {
  const beginMs = startOfDayMs(date);
  return partOf(span, beginMs, beginMs + dayMs);
}

function gravest(files: readonly AxisFile[]): BlockLook {
  const looks = files.map(blockLookOf);
  return blockLooks.find((look) => looks.includes(look)) ?? "processed";
}

function runsOf(blocks: readonly Block[], date: string): readonly Block[] {
  const runs: Block[] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (last === undefined || last.look !== block.look || last.to !== block.from) runs.push(block);
    else {
      const whole = { from: last.from, to: block.to };
      runs[runs.length - 1] = {
        ...whole,
        ...placed(whole, date),
        look: block.look,
        files: [...last.files, ...block.files],
      };
    }
  }
  return runs;
}

/** `06:00`, and `24:00` at the end of the day. */
export function clockOn(at: string, date: string): string {
  return at.slice(0, 10) > date ? "24:00" : at.slice(11, 16);
}
