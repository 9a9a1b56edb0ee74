// A utility process that does what it is told, one word a message.
let port = null;
const words = {
  port: (_, [given]) => {
    port = given;
    port.on("close", () => process.parentPort.postMessage("closed"));
    port.on("message", ({ data }) => process.parentPort.postMessage({ heard: data }));
  },
  start: () => port.start(),
  close: () => port.close(),
  say: ({ text }) => port.postMessage(text),
  echo: ({ text }) => process.parentPort.postMessage(text),
  ignore: () => {
    process.on("SIGTERM", () => process.parentPort.postMessage("SIGTERM"));
    process.parentPort.postMessage("ignored");
  },
  exit: ({ code }) => {
    process.parentPort.postMessage("last word");
    process.exit(code);
  },
  reject: () => {
    void Promise.reject(new Error("nobody handles it"));
    setTimeout(() => process.parentPort.postMessage("alive"), 50);
  },
  rest: () => process.parentPort.removeAllListeners(),
  write: () => {
    process.stdout.write("x".repeat(2_000_000), () => process.parentPort.postMessage("written"));
  },
  identity: () =>
    process.parentPort.postMessage({
      electron: process.versions.electron,
      kind: process.type,
      hasResources: typeof process.resourcesPath === "string",
    }),
  facts: () =>
    process.parentPort.postMessage({
      argv: process.argv.slice(2),
      channel: typeof process.send,
      type: typeof process.parentPort,
    }),
};
// At its end it has a last word of its own.
if (process.argv.includes("--says-end")) process.on("exit", () => console.log("tears down"));
process.parentPort.on("message", ({ data, ports }) => words[data.do](data, ports));
process.parentPort.postMessage("ready");
