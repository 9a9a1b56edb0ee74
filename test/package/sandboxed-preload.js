// In the browser's page: what Electron gives a preload script in the sandbox. `skyferryPreload(code)` runs it in a world
// of its own, as far as one page can have two: what passes from one to the other is copied, as the context bridge copies,
// and again on its way to another process.
window.skyferryPreload = (code) => {
  const listeners = new Map();
  window.skyferryDeliver = (channel, ...message) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...structuredClone(message));
  };
  const modules = {
    electron: {
      contextBridge: {
        exposeInMainWorld(name, api) {
          Object.defineProperty(window, name, { value: Object.freeze(across(api)) });
        },
      },
      ipcRenderer: {
        on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
        send: (channel, ...message) => void window.skyferrySend(channel, structuredClone(message)),
        invoke: (channel, ...message) => window.skyferryInvoke(channel, structuredClone(message)),
      },
    },
    // All that the sandbox has besides (Electron, "Process Sandboxing").
    events: {},
    timers: { setTimeout, clearTimeout, setInterval, clearInterval },
    url: { URL },
  };
  const required = (name) => {
    const found = modules[name.replace(/^node:/, "")];
    if (found === undefined) throw new Error(`module not found: ${name}`);
    return found;
  };
  const module = { exports: {} };
  new Function("require", "module", "exports", code)(required, module, module.exports);
};

// As the context bridge: functions become others, promises stay promises, everything else is copied.
function across(value) {
  if (typeof value === "function") return (...given) => across(value(...given.map((one) => across(one))));
  if (value instanceof Promise)
    return value.then(across, (error) => Promise.reject(new Error(error.message)));
  const isPlain =
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, across(one)]));
}
