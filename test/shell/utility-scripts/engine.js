// A stand-in for the engine's process; the data folder says what it does.
process.parentPort.once("message", ({ data: { dataFolder }, ports: [port] }) => {
  const heard = [];
  const tell = (name, ...given) => port.postMessage({ id: null, name, given });
  const exit = (code) => setTimeout(() => process.exit(code), 20);
  const ask = (id, name, ...given) => port.postMessage({ id, name, given });
  let questions = 0;
  port.on("message", ({ data: message }) => {
    if ("answers" in message) heard.push(message);
    else if (message.name === "stop" && dataFolder !== "deaf") exit(0);
    else if (message.name === "call" && message.given[1] === "crash") exit(3);
    else if (message.name === "call" && message.given[1] === "fail") {
      tell("failed", "The disk is gone.");
      exit(70);
    } else if (message.name === "insideOf")
      port.postMessage({ answers: message.id, value: { path: message.given[0] } });
    else if (message.name === "alive") {
      // Its main thread waits for something that never comes.
      if (dataFolder.startsWith("hangs, ")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      port.postMessage({ answers: message.id });
      questions += 1;
      if (dataFolder === "opens at the third question" && questions === 3) tell("opened", null);
    } else if (message.name === "call")
      port.postMessage({ answers: message.id, value: { ok: true, value: heard } });
    else heard.push([message.name, ...message.given]);
  });
  port.start();
  if (dataFolder === "breaks") throw new Error("planted");
  if (dataFolder === "refuses") {
    tell("opened", "The data folder is in use.");
    return exit(0);
  }
  if (dataFolder === "hangs, not open" || dataFolder === "opens at the third question") return;
  tell("opened", null);
  if (dataFolder === "deaf") process.on("SIGTERM", () => {});
  if (dataFolder === "ends") exit(0);
  if (dataFolder === "crashes") exit(3);
  if (dataFolder === "hangs at its end") {
    tell("ended");
    process.on("SIGTERM", () => {});
  }
  if (dataFolder === "asks") {
    ask(1, "askKeychain", { backend: "keyring", account: "a", operation: "get" }, 5_000);
    ask(2, "secretOf", "a");
    ask(3, "keepSecret", "a", "hunter2");
    ask(5, "systemProxy", "https://portal.example");
    ask(4, "constructor");
  }
});
