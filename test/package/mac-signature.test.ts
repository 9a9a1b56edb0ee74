import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { identitiesIn, macWords } from "#build/packages/mac-signature.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";

const none = "     0 valid identities found\n";
const one = `  1) 0123456789ABCDEF0123456789ABCDEF01234567 "Developer ID Application: A Station (TEAM)"
     1 valid identities found
`;
const adHoc = [
  "-c.mac.identity=-",
  "-c.mac.hardenedRuntime=false",
  "-c.electronFuses.resetAdHocDarwinSignature=true",
];

test.each([
  ["no certificate", {}, none, adHoc],
  ["no tool that names them", {}, "", adHoc],
  ["one that nobody may look for", { CSC_IDENTITY_AUTO_DISCOVERY: "false" }, one, adHoc],
  ["an empty CSC_LINK, as a workflow gives without its secret", { CSC_LINK: "" }, none, adHoc],
  ["a certificate in the keychain", {}, one, []],
  ["CSC_LINK", { CSC_LINK: "file.p12" }, none, []],
  ["CSC_NAME", { CSC_NAME: "A Station", CSC_IDENTITY_AUTO_DISCOVERY: "false" }, none, []],
])("with %s a package of macOS is signed as it must be to start", (_, env, said, words) => {
  expect(macWords(env, identitiesIn(said))).toEqual(words);
});

test("the script for macOS goes that way, and a hardened runtime loads libraries of no team", async () => {
  const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");
  expect(JSON.parse(await read("package.json")).scripts["package:mac"]).toContain(
    "node build/package-mac.ts",
  );
  expect(await read("build/entitlements.mac.plist")).toMatch(
    /<key>com\.apple\.security\.cs\.disable-library-validation<\/key>\s*<true\/>/,
  );
});

const script = fileURLToPath(new URL("../../build/package-mac.ts", import.meta.url));

test.runIf(process.platform === "linux").each([
  ["no certificate", none, adHoc],
  ["a certificate in the keychain", one, []],
])("electron-builder is told so: %s", async (_, said, words) => {
  const folder = await scratchOfTest("skyferry-mac-");
  const bin = join(folder, "node_modules", ".bin");
  await mkdir(bin, { recursive: true });
  const program = (name: string, text: string) =>
    writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  await program("security", `cat <<'END'\n${said}END`);
  await program("electron-builder", 'printf "%s\\n" "$@"');
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--dir"], {
    cwd: folder,
    env: { PATH: [bin, process.env.PATH].join(delimiter) },
  });
  expect(stdout.trim().split("\n")).toEqual(["--mac", "--publish", "never", ...words, "--dir"]);
});
