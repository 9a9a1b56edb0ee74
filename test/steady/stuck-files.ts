import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Plugin } from "vitest/config";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { outcomeOf } from "./outcome-reporter.ts";

/** How often the files that run are looked at. */
const lookMs = 500;

/**
 * Ends a run in which a test file does nothing any more, and names the file. Vitest's own limits are timers in the worker: a
 * loop that never yields keeps them from firing, and the run would never end. A file may be silent for `leastMs`, and for one
 * and a half times the longest limit of its tests. Not in watch mode, nor where a debugger may hold a worker.
 */
export function endStuckFiles(leastMs: number): Plugin {
  const seen = new WeakSet<Vitest>();
  return {
    name: "skyferry:end-stuck-files",
    configureVitest({ vitest }) {
      const { watch, inspector, reporters } = vitest.config;
      if (seen.has(vitest) || watch || inspector?.enabled) return;
      seen.add(vitest);
      reporters.push(new StuckFiles(vitest, leastMs));
    },
  };
}

/** When each file that runs was last heard of. Vitest may tell of a file's tests after it has told of its end. */
export class RunningFiles {
  readonly #heardAt = new Map<string, number>();
  readonly #ended = new Set<string>();

  hear(file: string, atMs: number): void {
    if (!this.#ended.has(file)) this.#heardAt.set(file, atMs);
  }

  end(file: string): void {
    this.#ended.add(file);
    this.#heardAt.delete(file);
  }

  /** Each with the time when it was last heard of. */
  all(): readonly (readonly [file: string, atMs: number])[] {
    return [...this.#heardAt];
  }
}

class StuckFiles implements Reporter {
  readonly #vitest: Vitest;
  readonly #leastMs: number;
  readonly #workers = new Set<ChildProcess>();
  readonly #running = new RunningFiles();
  #lastEnded: string | null = null;
  #lastEndedAt = 0;
  #clock: NodeJS.Timeout | undefined;

  constructor(vitest: Vitest, leastMs: number) {
    this.#vitest = vitest;
    this.#leastMs = leastMs;
    subscribe("child_process", (message) => {
      const { process: child } = message as { process: ChildProcess };
      this.#workers.add(child);
      child.once("exit", () => this.#workers.delete(child));
    });
  }

  onTestRunStart(): void {
    this.#clock = setInterval(() => this.#look(), lookMs).unref();
  }

  onTestModuleQueued(module: TestModule): void {
    this.#hear(module);
  }

  onTestModuleCollected(module: TestModule): void {
    this.#hear(module);
  }

  onTestCaseReady({ module }: TestCase): void {
    this.#hear(module);
  }

  onTestCaseResult({ module }: TestCase): void {
    this.#hear(module);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.end(module.moduleId);
    this.#lastEnded = module.moduleId;
    this.#lastEndedAt = performance.now();
  }

  onTestRunEnd(): void {
    clearInterval(this.#clock);
  }

  #hear(module: TestModule): void {
    this.#running.hear(module.moduleId, performance.now());
  }

  #look(): void {
    const now = performance.now();
    const running = this.#running.all();
    const stuck = running
      .filter(([moduleId, at]) => now - at > this.#limitOf(moduleId))
      .map(([moduleId, at]) => `${this.#nameOf(moduleId)}: it has done nothing for ${secondsOf(now - at)}`);
    // A worker that is kept busy behind the end of a file begins with no other one.
    const last = running.length === 0 ? this.#lastEnded : null;
    const silentMs = now - this.#lastEndedAt;
    if (last !== null && silentMs > this.#limitOf(last))
      stuck.push(
        `${this.#nameOf(last)}: it has ended last, and nothing has gone on for ${secondsOf(silentMs)}`,
      );
    if (stuck.length > 0) this.#end(stuck);
  }

  #limitOf(moduleId: string): number {
    const modules = this.#vitest.state.getTestModules().filter((module) => module.moduleId === moduleId);
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const limits = tests.map(({ options }) => options.timeout ?? 0);
    return Math.max(this.#leastMs, 1.5 * Math.max(0, ...limits));
  }

  #nameOf(moduleId: string): string {
    return relative(this.#vitest.config.root, moduleId).replaceAll("\\", "/");
  }

  #end(stuck: readonly string[]): void {
    for (const line of stuck) process.stderr.write(`STUCK ${line}. The run ends here.\n`);
    for (const worker of this.#workers) worker.kill("SIGKILL");
    const { state } = this.#vitest;
    const outcome = outcomeOf(state.getTestModules(), []);
    const file = process.env.SKYFERRY_OUTCOME;
    if (file !== undefined)
      writeFileSync(file, JSON.stringify({ ...outcome, errors: [...outcome.errors, ...stuck] }));
    process.exit(1);
  }
}

function secondsOf(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
