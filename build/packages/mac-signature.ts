/** How many identities `security find-identity -v` names that may sign a program. */
export function identitiesIn(said: string): number {
  return Number(/^\s*(\d+) valid identit(?:y|ies) found$/m.exec(said)?.[1] ?? 0);
}

/**
 * Further words for electron-builder. Without a certificate the program is signed ad hoc, as it must be on Apple silicon
 * after its fuses were set; without the hardened runtime, which would refuse libraries of no team.
 */
export function macWords(env: NodeJS.ProcessEnv, identities: number): readonly string[] {
  const mayDiscover = env.CSC_IDENTITY_AUTO_DISCOVERY !== "false";
  const hasOwn = [env.CSC_LINK, env.CSC_NAME].some((value) => value !== undefined && value !== "");
  if (hasOwn || (mayDiscover && identities > 0)) return [];
  return [
    "-c.mac.identity=-",
    "-c.mac.hardenedRuntime=false",
    "-c.electronFuses.resetAdHocDarwinSignature=true",
  ];
}
