import { Button } from "@mantine/core";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostCall } from "#renderer/store/host.tsx";
import type { Secret } from "#renderer/store/settings-draft.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { flagAt, textAt, type Written } from "./settings-document.ts";
import { SettingLine } from "./settings-panel.tsx";
import { secretInput } from "./use-settings.ts";

/** Values with which a connection is tried. */
export interface Tried {
  readonly portal: Written | null;
  /** Null leaves user name, password and permission out. */
  readonly username: string | null;
  /** Null takes the kept one. */
  readonly secret: Secret | null;
  /** Site to ask the permission for; null leaves that out. */
  readonly site: string | null;
}

export interface ConnectionTestRun {
  readonly isBusy: boolean;
  readonly tested: Output<"settings.testConnection"> | null;
  /** Why it could not be tried at all. */
  readonly problem: string | null;
  /** True when every step was good. Never rejects. */
  run(): Promise<boolean>;
}

/** Tries address and credentials as they are in the form; saves nothing and leaves nothing on the portal. */
export function useConnectionTest({ portal, username, secret, site }: Tried): ConnectionTestRun {
  const test = useHostCall("settings.testConnection", []);
  return {
    isBusy: test.isPending,
    tested: test.data ?? null,
    problem: test.error?.message ?? null,
    async run() {
      const input = {
        url: textAt(portal, "url").trim(),
        username: username === null ? null : username.trim(),
        caFile: textAt(portal, "caFile") || null,
        proxy: textAt(portal, "proxy") || null,
        allowInsecureHttp: flagAt(portal, "allowInsecureHttp", false),
        site,
        ...secretInput(secret),
      };
      return await test.mutateAsync(input).then(
        ({ isGood }) => isGood,
        () => false,
      );
    },
  };
}

/** Result of a trial; nothing before the first one. */
function TestResult({ test }: { readonly test: ConnectionTestRun }) {
  if (test.problem !== null)
    return (
      <p className="tone-problem strong" role="alert">
        {test.problem}
      </p>
    );
  return test.tested === null ? null : <ConnectionSteps tested={test.tested} />;
}

/** Button and result. */
export function ConnectionTest(tried: Tried) {
  const test = useConnectionTest(tried);
  return (
    <SettingLine label={settingsText.connection} help={settingsText.connectionHelp}>
      {() => (
        <>
          <div>
            <Button variant="default" loading={test.isBusy} onClick={() => void test.run()}>
              {say("Test connection")}
            </Button>
          </div>
          <TestResult test={test} />
        </>
      )}
    </SettingLine>
  );
}

type Tested = Output<"settings.testConnection">;

const shapes = { ok: "done", failed: "problem", skipped: "idle" } as const;
const said = { ok: say("good"), failed: say("failed"), skipped: say("not checked") } as const;

/** Findings of a test of the connection, step by step, and what they come to. */
function ConnectionSteps({ tested }: { readonly tested: Tested }) {
  return (
    <div className="stack gap-12" role="status" aria-label={say("Test result")}>
      <p className={`strong ${tested.isGood ? "tone-ok" : "tone-problem"}`}>
        {tested.isGood ? null : <StateShape shape={shapes.failed} label={said.failed} />} {tested.verdict}
      </p>
      <ul className="plain stack">
        {tested.steps
          // The step that failed is shown above them.
          .filter(({ state, message }) => state !== "skipped" && message !== tested.verdict)
          .map(({ name, state, message }) => (
            <li key={name} className="row starts">
              <StateShape shape={shapes[state]} label={said[state]} />
              <span>{message}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}
