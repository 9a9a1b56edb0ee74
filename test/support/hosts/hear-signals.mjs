import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { isMainThread } from "node:worker_threads";

// Tells in a file, when the process ends by itself, who would have heard a signal and what was loaded.
if (isMainThread) {
  const loaded = [];
  registerHooks({
    load(url, context, nextLoad) {
      loaded.push(url);
      return nextLoad(url, context);
    },
  });
  process.on("exit", () => {
    const counted = process
      .eventNames()
      .filter((name) => /^SIG/.test(String(name)))
      .map((name) => [name, process.listenerCount(name)]);
    writeFileSync(
      process.env.SIGNALS_HEARD,
      JSON.stringify({ listeners: Object.fromEntries(counted), loaded }),
    );
  });
}
