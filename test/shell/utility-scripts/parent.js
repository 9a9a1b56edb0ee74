// Forks a utility process, tells its id and waits to be killed.
import { fileURLToPath } from "node:url";
import { fakeUtilityProcess } from "#test/support/fake-electron/fake-utility-process.ts";

const script = fileURLToPath(new URL("./obeys.js", import.meta.url));
const child = fakeUtilityProcess(() => true).fork(script, [], { stdio: "ignore" });
child.once("message", () => process.stdout.write(`${child.pid}\n`));
