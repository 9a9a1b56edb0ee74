import type { Output } from "#contract/methods.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import styles from "./settings.module.css";

type Tested = Output<"settings.testConnection">;

const shapes = { ok: "done", failed: "trouble", skipped: "idle" } as const;
const said = { ok: "good", failed: "failed", skipped: "not checked" } as const;

/** What a test of the connection found, step by step, and what it comes to. */
export function ConnectionSteps({ tested }: { readonly tested: Tested }) {
  return (
    <div role="status" aria-label="Test result">
      <p className={styles.verdict} data-bad={tested.isGood ? undefined : true}>
        {tested.isGood ? null : <StateShape shape={shapes.failed} label={said.failed} />} {tested.verdict}
      </p>
      <ul className={styles.steps}>
        {tested.steps
          // What failed is shown above them.
          .filter(({ state, message }) => state !== "skipped" && message !== tested.verdict)
          .map(({ name, state, message }) => (
            <li key={name}>
              <StateShape shape={shapes[state]} label={said[state]} />
              <span>{message}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}
