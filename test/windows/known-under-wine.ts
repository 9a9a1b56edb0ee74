/** A test that does not hold under Wine. */
interface Known {
  /** From `test/`. */
  readonly file: string;
  /** Its whole name; of a file that cannot begin, what it says. */
  readonly test: RegExp;
  readonly reason: string;
}

const openFile = "Wine replaces no file that is open, Windows does";
const before = "Wine tells nothing of folders that lay in the folder before the watch began";
const noLinks = "Wine makes no links";
const noRights = "Wine has no rights of files: its icacls says nothing";
const noEnd = "Wine tells nothing of the end of a folder that is watched";
const noOpenssl = "the test makes its certificates with openssl, which Wine has not";

/** Things that Wine cannot do, and Windows can; anything else that fails is a mistake. */
export const knownUnderWine: readonly Known[] = [
  {
    file: "engine/loopback-client.test.ts",
    test: /a lost host is told to the subscriber, and another one begins with reset/,
    reason: `${openFile}: host.json is read and written at once`,
  },
  {
    file: "ports/files.test.ts",
    test: /reads the file that was opened, and sees that another/,
    reason: openFile,
  },
  { file: "ports/settings-store.test.ts", test: /a change by rename is heard/, reason: openFile },
  {
    file: "unit/adapters/support/data-folder.test.ts",
    test: /that is this user's own is well/,
    reason: noRights,
  },
  {
    file: "unit/adapters/watch/system-watch.test.ts",
    test: /tells that the folder went by its own name/,
    reason: noEnd,
  },
  { file: "ports/watch.test.ts", test: /hints at new, appended, renamed and removed files/, reason: before },
  { file: "ports/watch.test.ts", test: /knows a renamed folder by its new name/, reason: before },
  { file: "ports/watch.test.ts", test: /that is a link|such a link/, reason: noLinks },
  { file: "ports/connection-test.test.ts", test: /openssl ENOENT/, reason: noOpenssl },
  { file: "ports/http-portal-proxy.test.ts", test: /openssl ENOENT/, reason: noOpenssl },
  { file: "ports/mail-channels.test.ts", test: /openssl ENOENT/, reason: noOpenssl },
  {
    file: "ports/channel-services.test.ts",
    test: /whose certificate the station's own authority signed/,
    reason: noOpenssl,
  },
  { file: "ports/http-portal-tls.test.ts", test: /openssl ENOENT/, reason: noOpenssl },
];
