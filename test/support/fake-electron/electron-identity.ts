/**
 * How a process knows that it is one of Electron's: https://www.electronjs.org/docs/latest/api/process (`versions.electron`,
 * `type`, `resourcesPath`). The version is that of the package that is installed.
 */
import about from "electron/package.json" with { type: "json" };

const names = ["type", "resourcesPath"] as const;

/** Makes this process one of Electron's; gives a function that makes it plain Node again. */
export function becomeElectron(type: "browser" | "utility", resourcesPath: string): () => void {
  const values = { type, resourcesPath };
  for (const name of names)
    Object.defineProperty(process, name, { value: values[name], configurable: true, enumerable: true });
  const version = { value: about.version, configurable: true, enumerable: true };
  const versions = Object.getOwnPropertyDescriptor(process, "versions") ?? {};
  const own = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(process.versions),
    electron: version,
  }) as NodeJS.ProcessVersions;
  Object.defineProperty(process, "versions", { ...versions, value: own, configurable: true });
  return () => {
    for (const name of names) Reflect.deleteProperty(process, name);
    Object.defineProperty(process, "versions", versions);
  };
}

/** Gives Electron's folder for what belongs to the program: beside the archive, or in its own package where a checkout is run. */
export function resourcesOf(entry: string): string {
  const [archive] = /^.*?(?=[\\/]app\.asar(?:[\\/]|$))/s.exec(entry) ?? [];
  return archive ?? new URL("../../../node_modules/electron/dist/resources", import.meta.url).pathname;
}
