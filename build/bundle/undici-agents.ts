import path from "node:path";
import type { Plugin } from "vite";

const agents = { Agent: "agent.js", ProxyAgent: "proxy-agent.js" };
const name = "\0undici";

/**
 * Gives those who import `undici` its agents alone. Its own index also loads `fetch`, WebSocket and caches, half a megabyte
 * that every `submit` would read at its start. Rolldown refuses an import of anything else.
 */
export function agentsOfUndici(top: string): Plugin {
  const folder = path.join(top, "node_modules/undici/lib/dispatcher");
  return {
    name: "undici-agents",
    enforce: "pre",
    resolveId: (source) => (source === "undici" ? name : null),
    load: (id) => (id === name ? Object.entries(agents).map(exportOf).join("\n") : null),
  };

  function exportOf([agent, file]: readonly [string, string]): string {
    return `export { default as ${agent} } from ${JSON.stringify(path.join(folder, file))};`;
  }
}
