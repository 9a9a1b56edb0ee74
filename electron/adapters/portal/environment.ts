import { phrase } from "#base/phrase.ts";
/** A proxy that can be used. */
export interface Proxy {
  /** With user name and password, each in percent coding. */
  readonly uri: string;
  /** `proxy.example:3128`, for messages. */
  readonly place: string;
  /** Setting or variable that names it. */
  readonly source: string;
}

/** `message`: the end of a sentence that begins with its source. */
export type ProxyFound = Proxy | { readonly source: string; readonly message: string } | null;

/** Reads the address of a proxy as curl does: without a scheme it is http. */
export function proxyFrom(text: string, source: string): Exclude<ProxyFound, null> {
  const given = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`);
  if (url !== null && /^socks/i.test(url.protocol))
    return { source, message: "names a SOCKS proxy, which Skyferry cannot use: name an HTTP proxy" };
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "")
    return {
      source,
      message: "is not an address of a proxy, such as http://proxy.example:3128: correct it",
    };
  url.username = encodeURIComponent(plain(url.username));
  url.password = encodeURIComponent(plain(url.password));
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return { uri: url.href, place: `${url.hostname}:${port}`, source };
}

/** A percent sign that begins no code is one. */
function plain(coded: string): string {
  try {
    return decodeURIComponent(coded);
  } catch {
    return coded;
  }
}

/** The proxy that the environment names for an address: the variables and exceptions that curl knows, in either case. */
export function proxyInEnvironment(env: NodeJS.ProcessEnv, address: string): ProxyFound {
  const url = URL.parse(address);
  if (url === null) return null;
  const kind = url.protocol === "http:" ? "HTTP_PROXY" : "HTTPS_PROXY";
  const name = [kind.toLowerCase(), kind, "all_proxy", "ALL_PROXY"].find(
    (one) => (env[one] ?? "").trim() !== "",
  );
  if (name === undefined || isExcepted(url, exceptions(env))) return null;
  return proxyFrom(env[name] ?? "", name);
}

function exceptions(env: NodeJS.ProcessEnv): string {
  return [env.no_proxy, env.NO_PROXY].find((one) => (one ?? "").trim() !== "") ?? "";
}

/** Names with all below them, addresses, blocks of addresses (`10.0.0.0/8`), each with a port or without, or `*`. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const own = port === "" ? (protocol === "http:" ? "80" : "443") : port;
  return list
    .split(/[\s,]+/)
    .filter((one) => one !== "")
    .some((one) => {
      if (one === "*") return true;
      const [, named = "", wanted] = /^(.*?)(?::(\d+))?$/.exec(one.toLowerCase()) ?? [];
      const name = (/:.*:/.test(one) ? one.toLowerCase() : named).replace(/^\*?\.|^\[|\]$/g, "");
      if (wanted !== undefined && !/:.*:/.test(one) && wanted !== own) return false;
      return host === name || host.endsWith(`.${name}`) || isInBlock(host, name);
    });
}

function isInBlock(host: string, block: string): boolean {
  const [base = "", bits = ""] = block.split("/");
  const [own, other] = [numberOf(host), numberOf(base)];
  if (own === null || other === null || !/^\d+$/.test(bits) || Number(bits) > 32) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(own / size) === Math.floor(other / size);
}

function numberOf(address: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number);
  return parts?.reduce((sum, part) => sum * 256 + part, 0) ?? null;
}

/** Every variable that changes how Skyferry connects; names in upper case stand for both cases. */
const proxyVariables = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"] as const;
/** Files and folders with certificates to trust besides those of the system. */
export const certificateVariables = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"] as const;
/** Node's own switches, and what becomes of each. */
const nodeVariables: Readonly<Record<string, string>> = {
  NODE_TLS_REJECT_UNAUTHORIZED: "ignored: certificates are always verified",
  NODE_USE_ENV_PROXY: "not needed: the proxy variables are always used",
  NODE_USE_SYSTEM_CA: "not needed: the system's certificates are always trusted",
  NODE_OPTIONS: "TLS stays at 1.2 or newer, and verified",
};

/** A variable as it is set. */
export interface SetVariable {
  readonly name: string;
  /** Without any password. */
  readonly shown: string;
  /** Fault of the variable; null: none. */
  readonly fault: string | null;
}

/** All that are set, and the names of those that are not. `faultOf`: what is wrong with a file or folder of certificates. */
export function readEnvironment(
  env: NodeJS.ProcessEnv,
  faultOf: (name: string, path: string) => string | null,
): { readonly set: readonly SetVariable[]; readonly unset: readonly string[] } {
  const set: SetVariable[] = [];
  const unset: string[] = [];
  const note = (
    names: readonly string[],
    show: (name: string, value: string) => Omit<SetVariable, "name">,
  ) => {
    const given = names.filter((name) => (env[name] ?? "").trim() !== "");
    if (given.length === 0) unset.push(names[0] ?? "");
    for (const name of given) set.push({ name, ...show(name, env[name] ?? "") });
  };
  for (const name of proxyVariables)
    note([name, name.toLowerCase()], (one, value) => {
      if (name === "NO_PROXY") return { shown: value, fault: null };
      const proxy = proxyFrom(value, one);
      if ("message" in proxy) return { shown: "(not shown)", fault: proxy.message };
      const { username, protocol } = new URL(proxy.uri);
      return {
        shown: `${protocol}//${proxy.place}${username === "" ? "" : ", with a user name"}`,
        fault: null,
      };
    });
  for (const name of certificateVariables)
    note([name], (one, value) => ({ shown: value, fault: faultOf(one, value) }));
  for (const [name, meaning] of Object.entries(nodeVariables))
    note([name], (_, value) => ({ shown: `${value} (${meaning})`, fault: null }));
  const secrets = Object.keys(env).filter((name) => /^SKYFERRY_/.test(name) && env[name] !== "");
  for (const name of secrets.toSorted())
    set.push({
      name,
      shown: /PASSWORD/.test(name) ? phrase("set, not shown") : (env[name] ?? ""),
      fault: null,
    });
  return { set, unset };
}
