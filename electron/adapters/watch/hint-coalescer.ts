/** How often one path may give a hint, milliseconds. */
export interface HintPace {
  /** While it changes on and on: at most one hint in this time. */
  readonly windowMs: number;
  /** Once it has been still for this long the last change is told without waiting for the end of the window. */
  readonly stillMs: number;
}

interface OpenWindow {
  endsAt: number;
  hasComeAgain: boolean;
  timer: NodeJS.Timeout;
}

/**
 * Lets one path through at once, and again only after the window has passed or the path has fallen still: once more
 * when it came meanwhile, so the last change of a burst is never left out. Its time counts: a file is finished so
 * many seconds after its last change was heard of.
 */
export class HintCoalescer {
  readonly #pace: HintPace;
  readonly #emit: (path: string) => void;
  readonly #open = new Map<string, OpenWindow>();

  constructor(pace: HintPace, emit: (path: string) => void) {
    this.#pace = pace;
    this.#emit = emit;
  }

  hint(path: string): void {
    const open = this.#open.get(path);
    if (open === undefined) {
      this.#let(path);
    } else {
      clearTimeout(open.timer);
      open.hasComeAgain = true;
      const leftMs = Math.max(0, open.endsAt - performance.now());
      open.timer = this.#after(Math.min(leftMs, this.#pace.stillMs), path);
    }
  }

  stop(): void {
    for (const { timer } of this.#open.values()) clearTimeout(timer);
    this.#open.clear();
  }

  #let(path: string): void {
    const { windowMs } = this.#pace;
    const timer = this.#after(windowMs, path);
    this.#open.set(path, { endsAt: performance.now() + windowMs, hasComeAgain: false, timer });
    this.#emit(path);
  }

  #after(ms: number, path: string): NodeJS.Timeout {
    return setTimeout(() => {
      const hasComeAgain = this.#open.get(path)?.hasComeAgain;
      this.#open.delete(path);
      if (hasComeAgain) this.#let(path);
    }, ms);
  }
}
