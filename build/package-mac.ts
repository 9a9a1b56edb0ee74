import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { identitiesIn, macWords } from "./packages/mac-signature.ts";

/**
 * `npm run package:mac`: the packages of macOS, signed with the publisher's certificate where there is one, else for the
 * Mac that made them alone. Words behind `--` are electron-builder's.
 */
const env = process.env;
const asked = spawnSync("security", ["find-identity", "-v", "-p", "codesigning"], { encoding: "utf8" });
const words = macWords(env, identitiesIn(asked.stdout ?? ""));
const builder = path.resolve("node_modules/.bin/electron-builder");
const built = spawnSync(builder, ["--mac", "--publish", "never", ...words, ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = built.status ?? 1;
if (process.exitCode === 0 && process.platform === "darwin") process.exitCode = verify();

/** Apple silicon ends a program whose signature is wrong at its first instruction: better seen here. */
function verify(): number {
  const apps = readdirSync("dist", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith("mac"))
    .map(({ name }) => path.join("dist", name, "Skyferry.app"));
  const codes = apps.map(
    (app) => spawnSync("codesign", ["--verify", "--deep", "--strict", app], { stdio: "inherit" }).status,
  );
  return codes.every((code) => code === 0) ? 0 : 1;
}
