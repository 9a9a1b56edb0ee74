import { fail, ok } from "#api/reply.ts";
import type { DemoState, demoMethods } from "#contract/demo.ts";
import type { Handlers } from "#contract/methods.ts";

/** The try-out beside a host, or the one that the host itself is. */
export interface DemoControl {
  state(): DemoState;
  /** Address of its pages, or one sentence why it cannot start. */
  start(): Promise<{ readonly ui: string } | { readonly message: string }>;
  /** Ends it; from inside, shortly after the answer is on its way. */
  end(): Promise<void>;
}

/** For a host that offers no try-out. */
export const noDemo: DemoControl = {
  state: () => ({ kind: "none", ui: null, backTo: null, instrumentFolder: null }),
  start: async () => ({ message: "The built-in portal is not available here." }),
  end: async () => {},
};

/** Answers about the try-out with the built-in portal. */
export function demoHandlers(control: DemoControl): Pick<Handlers, keyof typeof demoMethods> {
  return {
    "demo.state": async () => ok(control.state()),
    async "demo.start"() {
      const started = await control.start();
      return "message" in started ? fail("not-offered", started.message) : ok({ ui: started.ui });
    },
    async "demo.end"() {
      const { backTo } = control.state();
      await control.end();
      return ok({ backTo });
    },
  };
}
