/**
 * The system's own answer for an address, which may come from a script (PAC), as Chromium gives it:
 * `PROXY proxy.example:3128; DIRECT`. May reject.
 */
export type AskSystemProxy = (url: string) => Promise<string>;

/** Address of the proxy that leads to an address; null: none. Never rejects. */
export type ProxyFor = (url: string) => Promise<string | null>;

/** Asks the system where neither the settings nor the environment name a proxy; without an answer there is none. */
export function createProxyFor(ask: AskSystemProxy | undefined, env: NodeJS.ProcessEnv): ProxyFor {
  const isInEnvironment = Object.entries(env).some(
    ([name, value]) => /^(?:https?|all)_proxy$/i.test(name) && value !== undefined && value !== "",
  );
  if (ask === undefined || isInEnvironment) return async () => null;
  return async (url) => {
    if (!/^https?:/i.test(url)) return null;
    return await ask(url).then(proxyIn, () => null);
  };
}

/** The first way of the answer that can be gone: SOCKS cannot. */
function proxyIn(answer: string): string | null {
  for (const way of answer.split(";")) {
    const [kind = "", host = ""] = way.trim().split(/\s+/);
    if (/^DIRECT$/i.test(kind)) return null;
    const scheme = /^HTTPS$/i.test(kind) ? "https" : /^(?:PROXY|HTTP)$/i.test(kind) ? "http" : null;
    if (scheme !== null && URL.canParse(`${scheme}://${host}`)) return `${scheme}://${host}`;
  }
  return null;
}
