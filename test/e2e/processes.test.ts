import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { Listening, mailAt } from "#test/ports/channel-listener.ts";
import { MailServer } from "#test/ports/mail-server.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type CliEnd, runCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** Most suites run commands in their own process: here each is held against a process as the system starts it. */
const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
const good = liveName("2021-02-03");

beforeAll(async () => {
  await place.write(good, "delivered");
  await place.write(liveName("2021-02-03", "ä b"), "hostile name");
  expect((await place.submit()).code).toBe(1);
  await writeFile(join(place.root, "config.toml"), '[user_account]\nusername = "station"\n');
  await mkdir(join(place.root, "nothing"));
});

/** A run tells how long it took. */
const withoutTimes = ({ code, signal, stdout, stderr }: CliEnd) => ({
  code,
  signal,
  stderr,
  stdout: stdout.replace(/(?<= in |"seconds":)\d+(\.\d+)?/g, "N"),
});

test.each([
  [0, ["--version"]],
  [0, ["daemon", "--help"]],
  [2, []],
  [2, ["delivr"]],
  [1, ["submit", "--data", "data"]],
  [0, ["submit", "--data", "data", "--dry-run", "--json", "--date", "2021-02-04"]],
  [1, ["status", "--data", "data"]],
  [2, ["status", "--data", "nothing"]],
  [0, ["explain", "--data", "data", good]],
  [0, ["resend", "--data", "data", good]],
  [2, ["daemon", "--data", "data", "--ui-port", "x"]],
  [2, ["demo", "--data", "data", "--seconds", "0"]],
  [2, ["mock-portal", "--data", "data", "--seed", "full"]],
  [0, ["import-submit-config", "config.toml", "--data", "data"]],
] as const)("ends with %i as a process too, and says the same: %j", async (code, words) => {
  const own = await runCli(words, { cwd: place.root });
  const here = await runInProcess(words, { cwd: place.root });
  expect(own).toMatchObject({ code, signal: null });
  expect(withoutTimes(here)).toEqual(withoutTimes(own));
});

// The bundle has a part of some packages alone.
test("notifications leave a process, too: a webhook, a mail, a heartbeat and a report", async () => {
  await using service = new Listening();
  await using server = new MailServer();
  const url = await service.open();
  const channels = [{ ...mailAt(await server.open()), name: "Mail" }];
  const before = place.settings;
  await place.configure({
    ...before,
    notifications: { channels, webhook: url, heartbeat: { url } },
    report: { url },
  });
  const { code, stdout } = await runCli(["notify", "test", "--data", "data"], { cwd: place.root });
  expect(stdout.trim().split("\n")).toEqual([
    "OK       Webhook: Webhook accepted the message.",
    "OK       Mail: The mail server accepted the message.",
    "OK       heartbeat: The service accepted the heartbeat.",
    "OK       report: The service accepted the station report.",
  ]);
  expect(code).toBe(0);
  expect(service.methods.toSorted()).toEqual(["POST", "POST", "PUT"]);
  expect(server.mails).toHaveLength(1);
  await place.configure(before);
});
