import dns from "node:dns";
import type { Cause } from "#domain/cause.ts";
import type { PortalSettings } from "#domain/settings.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import type { CertificateMaker } from "#test/support/portals/certificates.ts";
import { openTlsFront } from "#test/support/portals/tls-front.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { allSilent, type Cut, type CutPlace, type CutWay, type LinkFault } from "./line-faults.ts";
import type { Ground } from "./portal-of-row.ts";

/** Right reaction of an uploader to a broken link. `says`: what its words name. */
export type LinkClass =
  /** Every file waits, and none is blamed. */
  | { readonly kind: "hold"; readonly cause: Cause; readonly says: RegExp; readonly needsYou: boolean }
  /** The file in flight waits; after a few in a row every file does. */
  | { readonly kind: "broken"; readonly causes: readonly Cause[]; readonly says: RegExp }
  /** All arrive while the fault lasts. */
  | { readonly kind: "carried" };

/** A way to the portal that is broken between `begin` and `end`. */
export interface BrokenLink {
  readonly settings: Pick<PortalSettings, "url" | "caFile">;
  readonly expects: LinkClass;
  begin(): Promise<void>;
  end(): Promise<void>;
  /** False when the fault was never met. */
  wasMet(): boolean;
  close(): Promise<void>;
}

export interface LinkGround extends Ground {
  readonly certificates: CertificateMaker;
}

/** Size of the file that a request to this path carries. */
type BodyBytes = (path: string) => number;

/** A case of F10. */
export interface LinkCase {
  readonly name: string;
  /** Size of one more file; bytes. */
  readonly largeBytes?: number;
  /** Longest silence that the uploader bears, where it is another than usual; milliseconds. */
  readonly answerMs?: number;
  open(ground: LinkGround, round: number, random: Random, bodyBytes: BodyBytes): Promise<BrokenLink>;
}

/** Messages of an upload, in turn over the rounds. */
const messages = [
  { direction: "request", method: "PUT" },
  { direction: "answer", method: "PUT" },
  { direction: "request", method: "POST" },
  { direction: "answer", method: "POST" },
] as const;

/** A line through the proxy, with one trouble. */
async function lineWith(ground: LinkGround, error: LinkFault, expects: LinkClass): Promise<BrokenLink> {
  const proxy = await startFaultProxy(ground.portal.url);
  let bytesBefore = 0;
  return {
    settings: { url: proxy.url, caFile: null },
    expects,
    begin() {
      bytesBefore = proxy.crossedBytes();
      return proxy.set(error);
    },
    end: () => proxy.set({ kind: "none" }),
    wasMet() {
      if (error.kind === "cut") return proxy.cuts() > 0;
      return error.kind === "refuse" || proxy.crossedBytes() > bytesBefore;
    },
    close: () => proxy.close(),
  };
}

function cutAt(way: CutWay, places: readonly [CutPlace, ...CutPlace[]], says: RegExp): LinkCase["open"] {
  return (ground, round, random, bodyBytes) => {
    const message = messages[(round - 1) % messages.length] ?? messages[0];
    const cut: Cut = { kind: "cut", way, place: random.pick(places), ...message, bodyBytes };
    // The portal has the content and says so when it is asked.
    const isCommitted = message.direction === "answer" && message.method === "PUT";
    return lineWith(
      ground,
      cut,
      isCommitted ? { kind: "carried" } : { kind: "broken", causes: ["link-broken"], says },
    );
  };
}

const anyPlace = ["byte 0", "byte 1", "half", "last byte"] as const;
const broke = /was lost before the answer was complete/;

/** Accepts and never answers, whatever is asked; or from the middle of one message on. */
const blackHole: LinkCase["open"] = (ground, round, random, bodyBytes) => {
  // A fault that begins in the head of an answer leaves that answer begun and without an end.
  const expects = {
    kind: "broken",
    causes: ["link-broken", "no-progress"],
    says: /did not respond for too long|did not finish its answer/,
  } as const;
  if (round % 2 === 1) return lineWith(ground, allSilent, expects);
  const message = messages[(round / 2) % messages.length] ?? messages[0];
  const place = random.pick(anyPlace);
  return lineWith(ground, { ...allSilent, ...message, place, isForGood: true, bodyBytes }, expects);
};

function badCertificate(
  says: RegExp,
  show: (maker: CertificateMaker) => ReturnType<CertificateMaker["selfSigned"]>,
) {
  return async ({ portal, certificates }: LinkGround): Promise<BrokenLink> => {
    const good = await certificates.signed("IP:127.0.0.1");
    const bad = await show(certificates);
    const front = await openTlsFront(portal.url, good);
    return {
      settings: { url: front.url, caFile: certificates.authorityFile },
      expects: { kind: "hold", cause: "tls", says, needsYou: true },
      async begin() {
        front.present(bad);
      },
      async end() {
        front.present(good);
      },
      wasMet: () => front.connections() > 0,
      close: () => front.close(),
    };
  };
}

/** A name of this PC, so that no proxy of its surroundings is asked. */
const portalName = "portal-of-the-row.localhost";

/** The 12 cases of F10. */
export const links: readonly LinkCase[] = [
  {
    name: "refuse",
    open: (ground) =>
      lineWith(
        ground,
        { kind: "refuse" },
        { kind: "hold", cause: "unreachable", says: /refuses the connection/, needsYou: false },
      ),
  },
  { name: "reset at byte 0", open: cutAt("reset", ["byte 0"], broke) },
  { name: "reset at byte 1", open: cutAt("reset", ["byte 1"], broke) },
  { name: "reset at half", open: cutAt("reset", ["half"], broke) },
  { name: "reset at the last byte", open: cutAt("reset", ["last byte"], broke) },
  { name: "early FIN", open: cutAt("fin", anyPlace, broke) },
  { name: "black hole", open: blackHole },
  {
    // Longer on its way than silence is borne, and not so slow that what the system takes unseen looks like silence.
    name: "slow reader",
    largeBytes: 16_000_000,
    answerMs: 1500,
    open: (ground, _round, random) =>
      lineWith(
        ground,
        { kind: "slow", bytesPerSecond: random.int(4_000_000, 5_000_000) },
        { kind: "carried" },
      ),
  },
  {
    name: "TLS expired",
    open: badCertificate(/has expired/, (maker) => maker.signed("IP:127.0.0.1", -1)),
  },
  {
    name: "TLS self-signed",
    open: badCertificate(/is self-signed/, (maker) => maker.selfSigned("IP:127.0.0.1")),
  },
  {
    name: "TLS wrong host",
    open: badCertificate(/belongs to another host/, (maker) => maker.signed("DNS:elsewhere.example")),
  },
  {
    name: "unknown host",
    async open({ portal }) {
      const names = holdName(portalName);
      const proxy = await startFaultProxy(portal.url);
      return {
        settings: { url: proxy.url.replace("127.0.0.1", portalName), caFile: null },
        expects: { kind: "hold", cause: "unreachable", says: /is not known/, needsYou: false },
        async begin() {
          names.forget();
          // Open connections need no name.
          await proxy.set({ kind: "refuse" });
          await proxy.set({ kind: "none" });
        },
        end: async () => names.remember(),
        wasMet: () => names.refusals() > 0,
        async close() {
          names.close();
          await proxy.close();
        },
      };
    },
  },
];

/** A host name whose address is in the hand of a test. */
interface NameServer {
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
function holdName(name: string): NameServer {
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

/** Gives the error of getaddrinfo for a name that no server knows. */
function unknownName(hostname: string): NodeJS.ErrnoException {
  const code = "ENOTFOUND";
  return Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), {
    code,
    hostname,
    syscall: "getaddrinfo",
    errno: -3008,
  });
}
