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

const ofTheDeb = `abi <abi/4.0>,
profile "skyferry-desktop" "/opt/Skyferry/skyferry-desktop" flags=(unconfined) {
  userns,
}
`;

test.skipIf(process.platform !== "linux").each([
  ["the profile that the .deb installs", ofTheDeb, "1", "", true],
  ["one of another program", ofTheDeb.replace("/opt/Skyferry", "/opt/other"), "1", "", false],
  ["one without that right", ofTheDeb.replace("userns", "network"), "1", "", false],
  ["it, but no namespaces for anybody", ofTheDeb, "1", "0", false],
])("on Ubuntu, with %s", (_, profile, restricted, most, isFree) => {
  const files: Record<string, string> = {
    "/etc/apparmor.d/skyferry-desktop": profile,
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns": restricted,
    "/proc/sys/user/max_user_namespaces": most,
  };
  const remedy = sandboxRemedy("/opt/Skyferry/skyferry-desktop", (file) => files[file] ?? "");
  expect(remedy === null).toBe(isFree);
});
