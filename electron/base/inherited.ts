/**
 * Takes from `env` what other programs leave there for all that they start: `ELECTRON_RUN_AS_NODE`, with which Electron from
 * a checkout would be Node without a window, and another program's `APPIMAGE`, which is kept where `execPath` lies in what
 * that image has mounted.
 */
export function forgetOtherPrograms(env: NodeJS.ProcessEnv, execPath: string): void {
  delete env.ELECTRON_RUN_AS_NODE;
  const { APPIMAGE, APPDIR } = env;
  if (APPIMAGE === undefined) return;
  if (APPDIR !== undefined && APPDIR !== "" && execPath.startsWith(`${APPDIR.replace(/\/+$/, "")}/`)) return;
  delete env.APPIMAGE;
  delete env.APPDIR;
}
