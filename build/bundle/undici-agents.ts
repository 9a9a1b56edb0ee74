import path from "node:path";
import type { Plugin } from "vite";

const id = "\0undici";

/**
 * Gives those who import `undici` its agents alone, with the requests that its index gives them. That index also loads
 * WebSocket, mocks and caches, half a megabyte that every `submit` would read at its start. Rolldown refuses an import of
 * anything else by its name; a member of the whole module, `(await import("undici")).request`, is undefined there.
 */
export function agentsOfUndici(top: string): Plugin {
  const lib = (file: string) => JSON.stringify(path.join(top, "node_modules/undici/lib", file));
  const code = `import api from ${lib("api/index.js")};
import Dispatcher from ${lib("dispatcher/dispatcher.js")};
export { default as Agent } from ${lib("dispatcher/agent.js")};
export { default as ProxyAgent } from ${lib("dispatcher/proxy-agent.js")};
Object.assign(Dispatcher.prototype, api);
`;
  return {
    name: "undici-agents",
    enforce: "pre",
    resolveId: (source) => (source === "undici" ? id : null),
    load: (loaded) => (loaded === id ? { code, moduleSideEffects: true } : null),
  };
}
