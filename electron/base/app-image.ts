/**
 * Takes from `env` what another program's AppImage has left there: whatever is started from one inherits `APPIMAGE`. It is
 * kept where `execPath` lies in what that image has mounted.
 */
export function forgetForeignAppImage(env: NodeJS.ProcessEnv, execPath: string): void {
  const { APPIMAGE, APPDIR } = env;
  if (APPIMAGE === undefined) return;
  if (APPDIR !== undefined && APPDIR !== "" && execPath.startsWith(`${APPDIR.replace(/\/+$/, "")}/`)) return;
  delete env.APPIMAGE;
  delete env.APPDIR;
}
