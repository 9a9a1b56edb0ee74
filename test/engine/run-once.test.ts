import { beforeEach, describe, expect, it } from "vitest";
import {
  configuration,
  EngineFixture,
  folder,
  instrument,
  md5,
} from "#test/support/builders/engine-fixture.ts";
import { blockFor, holdFor, retryFor } from "#test/support/builders/outcomes.ts";
import { emptyRun } from "#test/support/builders/run-report.ts";

let fixture: EngineFixture;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.portal.latencyMs = 20;
});

function put(name: string, content = name, where = folder): void {
  fixture.files.put(where, name, content);
}

/** The portal has received these bytes under that name. */
function received(filename: string, content: string): void {
  const { name: _, folder: __, pid, site, instrument: kind, tags } = instrument();
  const metadata = {
    measurementDate: "2024-06-01",
    instrument: kind,
    instrumentPid: pid,
    filename,
    checksum: md5(content),
    site,
    tags,
  };
  fixture.portal.records.announce(metadata, "2024-06-01");
  fixture.portal.records.take(md5(content), { checksum: md5(content), size: content.length });
}

describe("the figures of a pass", () => {
  it("are all nothing where there is nothing", async () => {
    expect(await fixture.pass()).toEqual({ ...emptyRun, seconds: expect.any(Number) as number });
  });

  it("do not count what the settings leave out by now as superseded by another content", async () => {
    put("20240601_a.dat");
    fixture.portal.script = () => retryFor("portal-error");
    await fixture.pass();
    const report = await fixture.pass(configuration([instrument({ since: "2024-06-02" })]));
    expect(await fixture.states("20240601_a.dat")).toEqual(["superseded"]);
    expect(report.superseded).toBe(0);
  });

  it("do not call the markers of finished files skipped, and name other files", async () => {
    const finish = { policy: "sentinel", suffix: ".done", seconds: 0 } as const;
    for (const name of ["20240601_a.dat", "20240601_a.dat.done", "20240601_b.dat.tmp"]) put(name);
    const report = await fixture.pass(configuration([instrument({ finish, pattern: "%Y%m%d_*" })]));
    expect(report.delivered).toBe(1);
    expect(report.skipped.map(({ path }) => path)).toEqual([`${folder}/20240601_b.dat.tmp`]);
  });

  it("tell delivered, known and twins apart, and count requests and bytes", async () => {
    for (const name of ["a", "b", "c", "d"]) put(`20240601_${name}.dat`);
    received("20240601_c.dat", "20240601_c.dat");
    received("20240601_z.dat", "20240601_d.dat");
    const report = await fixture.pass();
    expect(report).toMatchObject({ found: 4, delivered: 2, known: 1, twins: 1, blocked: [], waiting: [] });
    expect(report.requests).toEqual({ post: 3, put: 2, get: 2 });
    expect(report.bytesSent).toBe(28);
  });

  it("name what is blocked, with cause, message and the portal's words", async () => {
    put("20240601 a.dat");
    put("20240601_b.dat");
    fixture.portal.script = ({ kind }) =>
      kind === "announce" ? blockFor("refused", "no such site") : undefined;
    const { blocked, found } = await fixture.pass(configuration([instrument({ pattern: "%Y%m%d*.dat" })]));
    expect(found).toBe(2);
    expect(blocked.toSorted((a, b) => a.path.localeCompare(b.path))).toMatchObject([
      { path: `${folder}/20240601 a.dat`, cause: "unfit-name" },
      {
        path: `${folder}/20240601_b.dat`,
        cause: "refused",
        message: expect.stringContaining("no such site"),
      },
    ]);
  });

  it("name what is skipped and why: no match, empty, temporary, growing, ahead of its time; each file once", async () => {
    put("20240601_a.dat");
    put("20240601_b.dat", "");
    put("20240601_c.dat.part");
    put("notes.txt");
    put("20240701_d.dat");
    const report = await fixture.pass(undefined, { waitMs: 0 });
    expect(report).toMatchObject({ found: 1, delivered: 1 });
    const skipped = report.skipped.map(({ path, reason }) => [path.slice(folder.length + 1), reason]);
    expect(skipped.toSorted()).toEqual([
      ["20240601_b.dat", expect.stringContaining("empty")],
      ["20240601_c.dat.part", expect.any(String)],
      ["notes.txt", expect.any(String)],
    ]);
    expect(report.held).toEqual([
      { path: `${folder}/20240701_d.dat`, reason: expect.stringContaining("days after today") },
    ]);
  });

  it("count a file that changes while it is sent as superseded and deliver its new version", async () => {
    put("20240601_a.dat");
    let isWritten = false;
    fixture.portal.whileSending = () => {
      if (!isWritten) put("20240601_a.dat", "a longer content");
      isWritten = true;
    };
    expect(await fixture.pass()).toMatchObject({ found: 1, delivered: 1, superseded: 1 });
    expect(fixture.portal.received("20240601_a.dat")).toBe(md5("a longer content"));
  });

  it("count what an earlier pass delivered as found only, without a request", async () => {
    put("20240601_a.dat");
    await fixture.pass();
    const requests = { post: 0, put: 0, get: 0 };
    expect(await fixture.pass()).toMatchObject({ found: 1, delivered: 0, known: 0, waiting: [], requests });
  });

  it("name files that two instruments take, and folders that cannot be read", async () => {
    const second = instrument({ name: "Second" });
    put("20240601_a.dat");
    expect((await fixture.pass(configuration([instrument(), second]))).blocked).toMatchObject([
      { cause: "claimed-twice", path: `${folder}/20240601_a.dat` },
    ]);
    fixture.files.troubleFolder(folder, "vanished");
    const { holds, found } = await fixture.pass();
    expect(found).toBe(0);
    expect(holds).toMatchObject([{ cause: "folder-unreachable", message: expect.stringContaining("Radar") }]);
  });
});

describe("young files", () => {
  it("are waited for as long as the settle time", async () => {
    fixture.write("20240601_a.dat", "young");
    const startedAt = fixture.clock.monotonicMs();
    expect(await fixture.pass()).toMatchObject({ found: 1, delivered: 1 });
    expect(fixture.clock.monotonicMs() - startedAt).toBeLessThan(70_000);
  });

  it("are reported as growing when the wait is over", async () => {
    fixture.write("20240601_a.dat", "young");
    put("20240601_b.dat");
    const report = await fixture.pass(undefined, { waitMs: 10_000 });
    expect(report).toMatchObject({ found: 1, delivered: 1 });
    expect(report.skipped).toMatchObject([
      { path: `${folder}/20240601_a.dat`, reason: expect.stringMatching(/^not finished yet: /) },
    ]);
    expect(report.seconds).toBeLessThan(12);
  });
});

describe("dates", () => {
  it("limit what is looked for, claimed and reported", async () => {
    for (const day of ["20240530", "20240531", "20240601"]) put(`${day}_a.dat`);
    await fixture.ledger.enqueue(
      [
        {
          instrument: "Radar",
          relPath: "20240101_q.dat",
          size: 1,
          mtimeUs: 1,
          ctimeUs: 1,
          fileId: "1",
          measurementDate: "2024-01-01",
          lane: "backfill",
          checkFirst: false,
          rewrittenFrom: null,
        },
      ],
      0,
    );
    const dates = [{ from: "2024-05-31", to: "2024-05-31" }];
    const report = await fixture.pass(undefined, { dates });
    expect(report).toMatchObject({ found: 1, delivered: 1, waiting: [] });
    expect(fixture.portal.announced()).toEqual(["20240531_a.dat"]);
  });

  it("are no bounds for the next file that a finished one waits for", async () => {
    fixture.files.put(folder, "20240531_23.dat", "last of its day", Date.UTC(2024, 4, 31, 23) * 1000);
    fixture.files.put(folder, "20240601_00.dat", "next", Date.UTC(2024, 5, 1) * 1000);
    const config = configuration([instrument({ finish: { policy: "next-file", seconds: 60 } })]);
    const report = await fixture.pass(config, { dates: [{ from: "2024-05-31", to: "2024-05-31" }] });
    expect(report).toMatchObject({ found: 1, delivered: 1, skipped: [] });
  });
});

describe("a dry run", () => {
  it("tells what it would send, and records, sends and asks nothing", async () => {
    put("20240601_a.dat");
    put("20240601_b.dat", "");
    const report = await fixture.pass(undefined, { isDryRun: true });
    expect(report).toMatchObject({ found: 1, delivered: 0, requests: { post: 0, put: 0, get: 0 } });
    expect(report.planned).toEqual([{ path: `${folder}/20240601_a.dat`, measurementDate: "2024-06-01" }]);
    expect(await fixture.ledger.lastSeq()).toBe(0);
    expect(fixture.portal.log).toEqual([]);
  });
});

describe("error", () => {
  it("that passes soon is waited for", async () => {
    put("20240601_a.dat");
    let n = 0;
    fixture.portal.script = ({ kind }) =>
      kind === "send" && n++ === 0 ? retryFor("portal-error") : undefined;
    expect(await fixture.pass()).toMatchObject({ delivered: 1, waiting: [] });
  });

  it("that does not pass ends the pass with what is left and why", async () => {
    put("20240601_a.dat");
    fixture.portal.script = () => holdFor("unreachable");
    const report = await fixture.pass();
    expect(report).toMatchObject({ delivered: 0, holds: [{ cause: "unreachable" }] });
    expect(report.waiting).toMatchObject([
      { path: `${folder}/20240601_a.dat`, reason: "It is unreachable." },
    ]);
    expect(report.seconds).toBeLessThan(90);
  });

  it("that needs a person ends the pass at once", async () => {
    put("20240601_a.dat");
    fixture.portal.isPasswordRight = false;
    const report = await fixture.pass();
    expect(report).toMatchObject({ holds: [{ cause: "credentials" }], requests: { post: 1 } });
    expect(report.waiting).toHaveLength(1);
    expect(report.seconds).toBeLessThan(3);
  });

  it("with the ledger ends the pass and is said", async () => {
    put("20240601_a.dat");
    fixture.portal.script = ({ kind }) => {
      if (kind === "announce") fixture.ledger.failWith("The disk is full.");
      return undefined;
    };
    expect(await fixture.pass()).toMatchObject({ delivered: 0, holds: [{ cause: "ledger-trouble" }] });
  });

  it("of an earlier pass is tried again", async () => {
    put("20240601_a.dat");
    fixture.portal.script = () => blockFor("refused", "no");
    expect((await fixture.pass()).blocked).toHaveLength(1);
    fixture.portal.script = () => undefined;
    expect(await fixture.pass()).toMatchObject({ delivered: 1, blocked: [] });
  });
});

describe("a pass that is stopped", () => {
  it("ends soon, gives back what is in flight, and says what is left", async () => {
    for (let i = 0; i < 30; i++) put(`20240601_${i}.dat`);
    fixture.portal.latencyMs = hourMs;
    const stop = new AbortController();
    void fixture.clock.sleep(minuteMs).then(() => stop.abort());
    const report = await fixture.pass(undefined, { signal: stop.signal });
    expect(report.waiting).toHaveLength(30);
    expect((await fixture.ledger.totals()).queued).toBe(30);
    expect((await fixture.uploads()).every(({ attempts }) => attempts === 0)).toBe(true);
  });
});
