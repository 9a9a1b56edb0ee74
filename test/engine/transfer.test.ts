import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "#domain/outcome.ts";
import type { Metadata } from "#domain/portal-records.ts";
import { createReceivedFiles } from "#engine/delivery/received-files.ts";
import { announceAndSend, type TransferRequest, type TransferResult } from "#engine/delivery/transfer.ts";
import { md5 } from "#test/support/builders/engine-fixture.ts";
import {
  blockFor,
  errorOf,
  holdFor,
  lostAnswer,
  noMetadata,
  retryFor,
  wrongBytes,
} from "#test/support/builders/outcomes.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { FakePortal, type PortalCall, type Scripted } from "#test/support/fakes/fake-portal.ts";

const clock = new FakeClock();
let portal: FakePortal;
let heard: string[];
const bytes = new TextEncoder().encode("content");
const metadata: Metadata = {
  measurementDate: "2024-06-01",
  instrument: "mira-35",
  instrumentPid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
  filename: "a.dat",
  checksum: md5("content"),
  site: "hyytiala",
  tags: [],
};

beforeEach(() => {
  portal = new FakePortal(clock);
  heard = [];
});

async function sent(change: Partial<TransferRequest> = {}): Promise<TransferResult> {
  return await announceAndSend(portal, createReceivedFiles(portal, clock), {
    metadata,
    body: { kind: "bytes", bytes, size: bytes.length },
    isNew: true,
    signal: new AbortController().signal,
    precedence: () => 0,
    isOutdated: () => false,
    onVerdict: (stage) => heard.push(`verdict ${stage}`),
    onSilence: () => heard.push("silence"),
    onAnnounced: () => heard.push("announced"),
    onSent: (sentBytes) => heard.push(`sent ${sentBytes}`),
    ...change,
  });
}

/** The n-th request of a kind meets this; all others the portal's rules. */
function script(kind: PortalCall["kind"], ...outcomes: readonly Scripted[]): void {
  let count = 0;
  portal.script = (call) => (call.kind === kind ? outcomes[count++] : undefined);
}

function requests(): readonly string[] {
  return portal.log.map(({ kind }) => kind);
}

function received(filename: string, site = "hyytiala"): void {
  portal.records.announce({ ...metadata, filename, site }, "2024-06-01");
  portal.records.take(metadata.checksum, { checksum: metadata.checksum, size: bytes.length });
}

/** At another site, and the portal does not tell. */
function receivedUnseen(filename: string): void {
  received(filename, "juelich");
  portal.offersRecordOf = false;
}

const hold = holdFor("throttled", 5000);
const retry = retryFor("portal-error", 7000);
const block = blockFor("refused", "no");
const stopped = { kind: "released", reason: "stopped while sending" };
const failureOf = (outcome: Outcome) => ("failure" in outcome ? outcome.failure : null);

describe("what one stage comes to", () => {
  const ends: readonly [string, Outcome, object][] = [
    ["hold", hold, { kind: "hold", failure: failureOf(hold), retryAfterMs: 5000 }],
    ["retry", retry, { kind: "retry", failure: failureOf(retry), retryAfterMs: 7000, isOutage: true }],
    ["block", block, { kind: "blocked", failure: failureOf(block) }],
    ["hash again", wrongBytes, { kind: "hash-again", failure: failureOf(wrongBytes) }],
    ["abandoned", { kind: "abandoned" }, stopped],
  ];
  it.each(ends)("announcing: %s", async (_, outcome, end) => {
    script("announce", outcome);
    expect(await sent()).toMatchObject(end);
    expect(requests()).toEqual(["announce"]);
  });
  it.each(ends)("sending: %s", async (_, outcome, end) => {
    script("send", outcome);
    expect(await sent()).toMatchObject(end);
    expect(requests()).toEqual(["announce", "send"]);
  });

  it("announcing: an answer that is lost is no proof of anything", async () => {
    script("announce", lostAnswer);
    expect(await sent()).toMatchObject({ kind: "retry", failure: failureOf(lostAnswer) });
  });
  it.each([
    ["link-broken", true],
    ["portal-error", true],
    ["no-progress", false],
    ["portal-contradiction", false],
  ] as const)("%s counts as an outage: %s", async (cause, isOutage) => {
    script("send", retryFor(cause));
    expect(await sent()).toMatchObject({ kind: "retry", isOutage });
  });
  it.each([{ kind: "delivered", how: "stored" }, noMetadata] as const)(
    "announcing: an answer that belongs to the other stage delivers nothing (%j)",
    async (outcome) => {
      script("announce", outcome);
      expect((await sent()).kind).toBe("retry");
    },
  );
  it.each([{ kind: "accepted" }, { kind: "received-before" }] as const)(
    "sending: an answer that belongs to the other stage delivers nothing (%j)",
    async (outcome) => {
      script("send", outcome);
      expect((await sent()).kind).toBe("retry");
    },
  );
});

describe("a delivery", () => {
  it("is announced, sent and confirmed by the answer to the content", async () => {
    expect(await sent()).toEqual({ kind: "confirmed", how: "stored", record: null });
    expect(requests()).toEqual(["announce", "send"]);
    expect(heard).toEqual(["verdict announce", "announced", `sent ${bytes.length}`, "verdict send"]);
  });

  it("says where it took the place of an older content", async () => {
    portal.records.announce({ ...metadata, checksum: md5("old") }, "2024-06-01");
    portal.records.take(md5("old"), { checksum: md5("old"), size: 3 });
    expect(await sent({ isNew: false })).toEqual({ kind: "confirmed", how: "replaced", record: null });
    expect(requests()).toEqual(["announce", "send"]);
  });

  it("asks whose content it was where no older one was known here", async () => {
    portal.records.announce({ ...metadata, checksum: md5("old") }, "2024-06-01");
    portal.records.take(md5("old"), { checksum: md5("old"), size: 3 });
    expect(await sent()).toMatchObject({ kind: "confirmed", how: "replaced", record: { filename: "a.dat" } });
    expect(requests()).toEqual(["announce", "send", "record"]);
  });

  it("is a twin where another PC took the announcement away and sent the same bytes under its own name", async () => {
    portal.script = ({ kind }) => {
      if (kind === "send") received("theirs.dat");
      return undefined;
    };
    expect(await sent()).toMatchObject({
      kind: "confirmed",
      how: "twin",
      record: { filename: "theirs.dat" },
    });
  });

  it.each(["unreachable", "credentials"] as const)(
    "proves nothing of the link by a hold (%s)",
    async (cause) => {
      script("announce", holdFor(cause));
      await sent();
      expect(heard).toEqual([]);
    },
  );

  it("proves the credentials also by a 409", async () => {
    received("b.dat");
    await sent();
    expect(heard).toEqual(["verdict announce"]);
  });
});

describe("409", () => {
  it("is known where the portal has the bytes under this name", async () => {
    received("a.dat");
    expect(await sent()).toMatchObject({
      kind: "confirmed",
      how: "known",
      record: { filename: "a.dat", uuid: "record-1" },
    });
    expect(requests()).toEqual(["announce", "record"]);
  });

  it("is a twin where it has them under another name, or at another site", async () => {
    received("b.dat");
    expect(await sent()).toMatchObject({ kind: "confirmed", how: "twin", record: { filename: "b.dat" } });
    portal = new FakePortal(clock);
    received("c.dat", "juelich");
    expect(await sent()).toMatchObject({ kind: "confirmed", how: "twin", record: { filename: "c.dat" } });
  });

  it.each<[string, () => void]>([
    ["the portal does not tell which", () => receivedUnseen("c.dat")],
    ["nothing is there", () => {}],
    ["the record is announced and has nothing", () => portal.records.announce(metadata, "2024-06-01")],
  ])("delivers nothing where no record shows the bytes: %s", async (_, prepare) => {
    prepare();
    portal.script = ({ kind }) => (kind === "announce" ? { kind: "received-before" } : undefined);
    expect(await sent()).toMatchObject({
      kind: "retry",
      failure: {
        cause: "portal-contradiction",
        message: expect.stringContaining("a.dat") as string,
        portalMessage: "File already uploaded",
      },
    });
    expect(requests().filter((kind) => kind === "announce")).toHaveLength(2);
  });

  it("asks for the whole site, as the record may be of another type; a portal that refuses that contradicts itself", async () => {
    received("a.dat");
    portal.offersRecordOf = false;
    const retyped = { ...metadata, instrument: "rpg-fmcw-94" };
    const found = { kind: "confirmed", how: "known", record: { filename: "a.dat" } };
    expect(await sent({ metadata: retyped })).toMatchObject(found);
    const questions = ["announce", "record", "list"];
    expect(requests()).toEqual([...questions, "record", "list"]);
    script("list", undefined, blockFor("refused", "Unknown query parameters"));
    expect(await sent({ metadata: retyped })).toMatchObject({
      kind: "retry",
      failure: { cause: "portal-contradiction" },
      isOutage: false,
    });
  });

  it("is asked for once more where no record shows the bytes: they may have left the portal meanwhile", async () => {
    receivedUnseen("a.dat");
    portal.script = ({ kind }) => {
      // Another file takes the record between the 409 and the look-up.
      const next = { ...metadata, filename: "a.dat", site: "juelich", checksum: md5("next") };
      if (kind === "list" && requests().length === 3) portal.records.announce(next, "2024-06-01");
      return undefined;
    };
    expect(await sent()).toEqual({ kind: "confirmed", how: "stored", record: null });
    expect(requests().filter((kind) => kind === "announce")).toHaveLength(2);
  });

  it("delivers nothing while the portal cannot be asked", async () => {
    receivedUnseen("a.dat");
    script("list", holdFor("unreachable"));
    expect(await sent()).toMatchObject({ kind: "hold", failure: { cause: "unreachable" } });
    script("list", blockFor("refused", "Invalid site"));
    expect(await sent()).toMatchObject({ kind: "retry", failure: { portalMessage: "Invalid site" } });
  });

  it.each(["portal-trouble", "not-the-portal", "credentials"] as const)(
    "stops nothing else where only the read routes fail (%s)",
    async (cause) => {
      receivedUnseen("a.dat");
      portal.script = ({ kind }) => (kind === "list" || kind === "record" ? holdFor(cause) : undefined);
      expect(await sent()).toMatchObject({ kind: "retry", failure: { cause: "portal-error" } });
    },
  );

  it("is given up where the caller gives up", async () => {
    received("a.dat");
    const giveUp = new AbortController();
    portal.script = ({ kind }) => {
      if (kind === "record") giveUp.abort();
      return undefined;
    };
    expect(await sent({ signal: giveUp.signal })).toEqual(stopped);
  });
});

describe("an answer to the content that is lost", () => {
  it("silence is told before anything else is asked", async () => {
    script("send", { kind: "unknown", failure: { ...errorOf("link-broken"), isSilence: true } });
    await sent();
    expect(heard.at(-1)).toBe("silence");
  });

  it("is made good by the portal's record", async () => {
    script("send", "lose-answer");
    expect(await sent()).toMatchObject({
      kind: "confirmed",
      how: "stored",
      record: { filename: "a.dat", uuid: "record-1" },
    });
    expect(requests()).toEqual(["announce", "send", "record"]);
  });

  it("is made good by the record also where the list fails, and by the list where no record is told", async () => {
    portal.script = ({ kind }) =>
      kind === "send" ? "lose-answer" : kind === "list" ? retryFor("portal-error") : undefined;
    expect(await sent()).toMatchObject({ kind: "confirmed", how: "stored" });
    portal = new FakePortal(clock);
    portal.offersRecordOf = false;
    script("send", "lose-answer");
    expect(await sent()).toMatchObject({ kind: "confirmed", how: "stored", record: { filename: "a.dat" } });
    expect(requests()).toEqual(["announce", "send", "record", "list"]);
  });

  it("delivers nothing when the content did not arrive", async () => {
    script("send", lostAnswer);
    expect(await sent()).toMatchObject({ kind: "retry", failure: failureOf(lostAnswer), retryAfterMs: null });
    expect(heard).not.toContain("silence");
  });

  it("delivers nothing when the record cannot be looked up", async () => {
    portal.script = ({ kind }) =>
      kind === "send" ? "lose-answer" : kind === "announce" ? undefined : holdFor("unreachable");
    expect(await sent()).toMatchObject({ kind: "hold", failure: errorOf("unreachable") });
  });
});

describe("an announcement that the portal forgot", () => {
  it("is made again, and the content sent again", async () => {
    script("send", noMetadata);
    expect(await sent()).toMatchObject({ kind: "confirmed", how: "stored" });
    expect(requests()).toEqual(["announce", "send", "announce", "send"]);
  });

  it("is made three times at most", async () => {
    portal.script = ({ kind }) => (kind === "send" ? noMetadata : undefined);
    expect(await sent()).toMatchObject({ kind: "retry", failure: failureOf(noMetadata) });
    expect(requests()).toEqual(Array(3).fill(["announce", "send"]).flat());
  });
});

describe("settings that change meanwhile", () => {
  it.each<[string, prepare: () => void, asked: readonly string[]]>([
    [
      "announced once more where the portal forgot it",
      () => script("send", noMetadata),
      ["announce", "send"],
    ],
    ["looked up after a 409: another portal may answer", () => received("b.dat"), ["announce"]],
    ["announced again where nobody found it", () => receivedUnseen("c.dat"), ["announce", "list"]],
  ])("let nothing be %s", async (_, prepare, asked) => {
    prepare();
    const isAsked = () => requests().filter((kind) => kind !== "record").length >= asked.length;
    // They change while the last of these requests is under way.
    expect(await sent({ isOutdated: isAsked })).toEqual({ kind: "outdated" });
    expect(requests().filter((kind) => kind !== "record")).toEqual(asked);
  });
});
