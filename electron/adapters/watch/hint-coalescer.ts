/**
 * Lets one path through at once, and again only after the window has passed: once more at its end when the path came
 * meanwhile, so the last change of a burst is never left out.
 */
export class HintCoalescer {
  readonly #windowMs: number;
  readonly #emit: (path: string) => void;
  /** Paths inside their window; true when they came again. */
  readonly #open = new Map<string, boolean>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(windowMs: number, emit: (path: string) => void) {
    this.#windowMs = windowMs;
    this.#emit = emit;
  }

  hint(path: string): void {
    if (this.#open.has(path)) this.#open.set(path, true);
    else this.#let(path);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#open.clear();
  }

  #let(path: string): void {
    this.#open.set(path, false);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const cameAgain = this.#open.get(path);
      this.#open.delete(path);
      if (cameAgain) this.#let(path);
    }, this.#windowMs);
    this.#timers.add(timer);
    this.#emit(path);
  }
}
