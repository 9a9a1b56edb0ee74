import dns from "node:dns";

/** One host name whose address is in the hand of a test. */
export interface NameServer {
  forget(): void;
  remember(): void;
  /** Questions that were answered with "not known". */
  refusals(): number;
  /** Other names were never touched; this one is as the system has it again. */
  close(): void;
}

type Told = (error: NodeJS.ErrnoException | null, address?: unknown, family?: number) => void;
type Lookup = (name: string, options: unknown, tell: Told) => void;

/** Looks `name` up in place of the system's resolver: 127.0.0.1, or not known. */
export function holdName(name: string): NameServer {
  const usual = dns.lookup as unknown as Lookup;
  let isKnown = true;
  let refusals = 0;
  const lookup: Lookup = (asked, options, tell) => {
    if (asked !== name) return usual(asked, options, tell);
    const isList =
      typeof options === "object" && options !== null && "all" in options && options.all === true;
    const [address, family] = ["127.0.0.1", 4];
    if (!isKnown) refusals += 1;
    setImmediate(() => {
      if (!isKnown) tell(unknownName(name));
      else if (isList) tell(null, [{ address, family }]);
      else tell(null, address, family);
    });
  };
  Object.assign(dns, { lookup });
  return {
    forget() {
      isKnown = false;
    },
    remember() {
      isKnown = true;
    },
    refusals: () => refusals,
    close() {
      Object.assign(dns, { lookup: usual });
    },
  };
}

/** What getaddrinfo gives for a name that no server knows. */
function unknownName(hostname: string): NodeJS.ErrnoException {
  const code = "ENOTFOUND";
  return Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), {
    code,
    hostname,
    syscall: "getaddrinfo",
    errno: -3008,
  });
}
