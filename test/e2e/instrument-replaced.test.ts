import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Output } from "#contract/methods.ts";
import type { MonthReportShown } from "#contract/monthly-report.ts";
import type { VerifyResult } from "#contract/verify.ts";
import { ceilometer, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
import { passLooks } from "#test/support/hosts/past-looks.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

/** A device is exchanged, and its PID written over: each file is judged by the PID that it was delivered with. */

const newPid = "https://hdl.handle.net/21.12132/3.2a12682235ec41c7";
const days = [1, 2, 3, 4, 5, 6];
const nameOf = (day: number) => liveName(`2021-02-0${day}`, "a");
const md5 = (content: string) => createHash("md5").update(content).digest("hex");

test("earlier files stay under the PID that they were delivered with, in every command", async () => {
  await using ends = new AsyncDisposableStack();
  const portal = await openPortal();
  ends.defer(() => portal.close());
  const place = await makeCliPlace(portal.url);
  ends.defer(() => place.remove());
  const deliver = async (some: readonly number[]): Promise<void> => {
    for (const day of some) await place.write(nameOf(day), `day ${day}`);
    expect((await place.submit()).report).toMatchObject({ delivered: some.length });
    for (const day of some) portal.tampering.alter(md5(`day ${day}`), { status: "processed" });
  };
  const verified = async () => jsonOf<VerifyResult>(await place.run("verify", ["--json"]));
  await deliver(days.slice(0, 4));
  const [instrument] = place.settings.instruments;
  await place.configure({ ...place.settings, instruments: [{ ...instrument, pid: newPid }] });
  expect((await place.submit()).report).toMatchObject({ delivered: 0, known: 0 });
  await deliver(days.slice(4));

  expect(await verified()).toMatchObject({ checked: 6, same: 6, notAsked: [] });

  const report = jsonOf<MonthReportShown>(await place.run("report", ["--month", "2021-02", "--json"]));
  expect(report.total).toMatchObject({ measured: 6, accepted: 6, processed: 6 });
  expect(report.instruments[0]?.pid).toBe(`${newPid}, ${ceilometer.pid}`);
  expect(report.incomplete).toEqual([]);

  const cleanup = await place.run("cleanup", ["--format", "json", "--now"]);
  const advised = jsonOf<{ readonly files: readonly { readonly path: string }[] }>(cleanup);
  expect(advised.files.map(({ path }) => path.split("/").at(-1)).sort()).toEqual(days.map(nameOf));

  // Files that the portal loses of the former device are not sent again under the new PID.
  portal.tampering.forget(md5("day 1"));
  await verified();
  passLooks(place);
  expect(await verified()).toMatchObject({ same: 5, lost: [{ queued: false }] });
  expect((await place.submit()).report).toMatchObject({ delivered: 0, blocked: [{ cause: "not-kept" }] });
});

test("of an instrument that got another type, earlier files are neither called lost nor sent again", async () => {
  await using ends = new AsyncDisposableStack();
  const portal = await openPortal();
  ends.defer(() => portal.close());
  const place = await makeCliPlace(portal.url);
  ends.defer(() => place.remove());
  const four = days.slice(0, 4);
  for (const day of four) await place.write(nameOf(day), `day ${day}`);
  expect((await place.submit()).report).toMatchObject({ delivered: 4 });
  for (const day of four) portal.tampering.alter(md5(`day ${day}`), { status: "processed" });
  const february = ["--from", "2021-02-01", "--to", "2021-02-28"];
  const dayStates = async () => {
    const end = await place.run("coverage", ["--json", ...february]);
    return jsonOf<Output<"coverage.days">>(end).days.filter(({ measured }) => measured > 0);
  };
  const before = await dayStates();
  expect(before).toHaveLength(4);
  const [instrument] = place.settings.instruments;
  await place.configure({ ...place.settings, instruments: [{ ...instrument, instrument: "chm15k" }] });
  // The portal need not offer single records.
  const notOffered = { route: "/upload/metadata/*", method: "GET", fault: { answer: { status: 404 } } };
  portal.setFaults([notOffered]);

  expect(await dayStates()).toEqual(before);
  expect((await place.submit(["--missing", ...february])).report).toMatchObject({ delivered: 0, known: 0 });
  const verified = jsonOf<VerifyResult>(await place.run("verify", ["--json"]));
  expect(verified).toMatchObject({ checked: 4, same: 4, lost: [], unconfirmed: [], notAsked: [] });
  expect(jsonOf(await place.run("plan", ["--json"]))).toMatchObject({ files: 0, onPortal: 4 });
  portal.setFaults([]);
  const cleanup = await place.run("cleanup", ["--format", "json", "--now"]);
  expect(jsonOf<{ readonly files: unknown }>(cleanup).files).toHaveLength(4);
  expect(requestsOf(portal, "POST")).toBe(4);
});

test("a month names the sites and PIDs of its own files alone", async () => {
  await using ends = new AsyncDisposableStack();
  const portal = await openPortal();
  ends.defer(() => portal.close());
  const place = await makeCliPlace(portal.url);
  ends.defer(() => place.remove());
  const [instrument] = place.settings.instruments;
  const deliverAs = async (date: string, change: Partial<typeof ceilometer>): Promise<void> => {
    await place.configure({ ...place.settings, instruments: [{ ...instrument, ...change }] });
    await place.write(liveName(date, "a"), `of ${date}`);
    expect((await place.submit()).report).toMatchObject({ delivered: 1 });
  };
  // The device is lent out in February, and moves in the middle of March.
  await deliverAs("2021-01-05", {});
  await deliverAs("2021-02-05", { pid: newPid });
  await deliverAs("2021-03-05", {});
  await deliverAs("2021-03-25", { site: "juelich" });
  const namedIn = async (month: string) => {
    const { sites, instruments } = jsonOf<MonthReportShown>(
      await place.run("report", ["--month", month, "--json"]),
    );
    return { sites, site: instruments[0]?.site, pid: instruments[0]?.pid };
  };
  const [both, hyytiala] = [["juelich", "hyytiala"], ["hyytiala"]];
  expect(await namedIn("2021-02")).toEqual({ sites: hyytiala, site: "hyytiala", pid: newPid });
  expect(await namedIn("2021-03")).toEqual({ sites: both, site: both.join(", "), pid: ceilometer.pid });
  expect(await namedIn("2021-04")).toEqual({ sites: ["juelich"], site: "juelich", pid: ceilometer.pid });
});
