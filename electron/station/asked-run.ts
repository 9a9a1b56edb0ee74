import type { SafeRunner } from "#engine/run-safely.ts";

interface RunState {
  readonly isRunning: boolean;
}

/** Work that a person asks for, and may end early. */
export interface AskedRun<Request, State> {
  state(): State;
  /** False where what was asked before still runs. */
  begin(request: Request): boolean;
  /** Ends it early; resolves when it is over. */
  end(): Promise<void>;
}

/** `work` changes the state that `begun` gives. Only one runs at a time. */
export function createAskedRun<Request, State extends RunState>(
  { runSafely }: Pick<SafeRunner, "runSafely">,
  before: State,
  begun: (request: Request) => State,
  work: (request: Request, signal: AbortSignal, change: (part: Partial<State>) => void) => Promise<void>,
): AskedRun<Request, State> {
  let state = before;
  let running: { readonly ended: Promise<unknown>; readonly over: AbortController } | null = null;
  const change = (part: Partial<State>): void => {
    state = { ...state, ...part };
  };
  return {
    state: () => state,
    begin(request) {
      if (running !== null) return false;
      const over = new AbortController();
      state = begun(request);
      const ended = runSafely(() => work(request, over.signal, change)).finally(() => {
        state = { ...state, isRunning: false };
        running = null;
      });
      running = { ended, over };
      return true;
    },
    async end() {
      running?.over.abort();
      await running?.ended;
    },
  };
}
