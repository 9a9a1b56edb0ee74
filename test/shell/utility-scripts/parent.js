// Forks a utility process, tells its id and waits to be killed.
import { fileURLToPath } from "node:url";
import { fakeUtilityProcess } from "#test/support/fake-electron/fake-utility-process.ts";

const script = fileURLToPath(new URL("./obeys.js", import.meta.url));
const saysEnd = process.argv[2] === "says-end";
const child = fakeUtilityProcess(() => true).fork(script, saysEnd ? ["--says-end"] : [], {
  stdio: saysEnd ? "inherit" : "ignore",
});
child.once("message", () => process.stdout.write(`${child.pid}\n`));
