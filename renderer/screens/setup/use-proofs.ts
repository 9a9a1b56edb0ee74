import { useState } from "react";
import { textAt } from "#renderer/settings-form/settings-document.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";

type Proven = "portal" | "credentials";

/** Answers that a test of the connection found good, as they are now: an answer that changes is to be tested again. */
export interface Proofs {
  has(step: Proven): boolean;
  add(step: Proven): void;
}

export function useProofs(draft: SettingsDraft | null): Proofs {
  const [proven, setProven] = useState<Readonly<Record<Proven, string | null>>>({
    portal: null,
    credentials: null,
  });
  const portal = draft?.document.portal ?? null;
  const url = textAt(portal, "url").trim();
  const answers: Readonly<Record<Proven, string>> = {
    portal: url,
    credentials: JSON.stringify([url, textAt(portal, "username").trim(), draft?.secret ?? null]),
  };
  return {
    has: (step) => proven[step] === answers[step],
    add: (step) => setProven((before) => ({ ...before, [step]: answers[step] })),
  };
}
