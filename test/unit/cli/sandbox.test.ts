import { expect, test } from "vitest";
import { sandboxRemedy } from "#cli/sandbox.ts";

const program = "/opt/electron/dist/electron";
const withValue = (name: string, value: string) => (file: string) => (file.endsWith(name) ? value : "");

test.skipIf(process.platform !== "linux").each([
  ["apparmor_restrict_unprivileged_userns", "1\n", true],
  ["apparmor_restrict_unprivileged_userns", "0\n", false],
  ["unprivileged_userns_clone", "0\n", true],
  ["max_user_namespaces", "0\n", true],
  ["max_user_namespaces", "63000\n", false],
])("with %s = %j Electron's helper needs the rights of root: %s", (name, value, isNeeded) => {
  const remedy = sandboxRemedy(program, withValue(name, value));
  expect(remedy === null).toBe(!isNeeded);
  if (isNeeded) expect(remedy).toContain("sudo chown root '/opt/electron/dist/chrome-sandbox'");
});
