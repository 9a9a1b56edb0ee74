import { FuseV1Options, FuseVersion, getCurrentFuseWire } from "@electron/fuses";

/** How the switches of the packed program must be set, in the order in which it carries them. */
export const expectedFuses: readonly {
  readonly name: string;
  readonly at: FuseV1Options;
  readonly isOn: boolean;
}[] = [
  { name: "runAsNode", at: FuseV1Options.RunAsNode, isOn: false },
  { name: "enableCookieEncryption", at: FuseV1Options.EnableCookieEncryption, isOn: false },
  {
    name: "enableNodeOptionsEnvironmentVariable",
    at: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    isOn: false,
  },
  { name: "enableNodeCliInspectArguments", at: FuseV1Options.EnableNodeCliInspectArguments, isOn: false },
  {
    name: "enableEmbeddedAsarIntegrityValidation",
    at: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    isOn: true,
  },
  { name: "onlyLoadAppFromAsar", at: FuseV1Options.OnlyLoadAppFromAsar, isOn: true },
  {
    name: "loadBrowserProcessSpecificV8Snapshot",
    at: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    isOn: false,
  },
  {
    name: "grantFileProtocolExtraPrivileges",
    at: FuseV1Options.GrantFileProtocolExtraPrivileges,
    isOn: false,
  },
];

/** Sentences about the switches of `program` that are set otherwise; empty when all are right. */
export async function fuseProblems(program: string): Promise<readonly string[]> {
  const wire = await getCurrentFuseWire(program);
  if (wire.version !== FuseVersion.V1) return [`The fuses have the unknown form ${wire.version}.`];
  return expectedFuses.flatMap(({ name, at, isOn }) => {
    // The program holds the digit's code.
    const found = String.fromCharCode(wire[at] ?? 0);
    return found === (isOn ? "1" : "0") ? [] : [`The fuse ${name} must be ${isOn ? "on" : "off"}.`];
  });
}
