import { describe, expect, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

const today = dayFromToday(0);
const label = "2 files of an instrument that is not in the settings";

describe.each(oneHost)("files of an instrument that left the settings, on the $name", (kind) => {
  test("are told with both ways out, given up after a question, and retried once it is there again", async () => {
    const answer = { status: 503, body: "", when: "after-body" } as const;
    const { page, portal, place } = await openForTest(kind, {
      portal: { faults: [{ method: "POST", requests: "every", fault: { answer } }] },
      async before({ write }) {
        for (const what of ["a", "b"]) await write(liveName(today, what), `content ${what}`);
      },
    });
    const totals = async () => (await askHost(place.dataFolder, "status", {})).totals;
    await expect.poll(async () => (await totals()).queued + (await totals()).waiting).toBe(2);
    const [one] = place.settings.instruments;
    const other = { ...one, name: "Other", folder: place.root, pattern: "other_%Y%m%d.nc" };
    await place.configure({ ...place.settings, instruments: [other] });
    const row = page
      .getByRole("region", { name: "Needs you" })
      .getByRole("listitem")
      .filter({ hasText: label });
    await row
      .getByRole("button", { name: "Add it again" })
      .or(row.getByRole("link", { name: "Add it again" }))
      .waitFor();

    await row.getByRole("button", { name: "Give up 2 files" }).click();
    const question = page.getByRole("dialog", { name: "Give up 2 files?" });
    await question.getByText("They will not be sent.").waitFor();
    await question.getByRole("button", { name: "Not now" }).click();
    await expect.poll(() => question.count()).toBe(0);
    expect(await totals()).toMatchObject({ blocked: 2, cancelled: 0 });
    await row.getByRole("button", { name: "Give up 2 files" }).click();
    await question.getByRole("button", { name: "Give up 2 files" }).click();
    await page.getByText("Given up: 2 files.").waitFor();
    await expect.poll(() => row.count()).toBe(0);
    expect(await totals()).toMatchObject({ blocked: 0, cancelled: 2, queued: 0, waiting: 0 });

    // Once it is there again, a retry takes them up.
    portal.setFaults([]);
    await place.configure(place.settings);
    await goTo(page, "/files");
    await expect
      .poll(async () => (await askHost(place.dataFolder, "status", {})).instruments.map(({ name }) => name))
      .toEqual([one?.name]);
    expect((await askHost(place.dataFolder, "retry", { filter: { states: ["cancelled"] } })).count).toBe(2);
    await askHost(place.dataFolder, "tryNow", {});
    await expect.poll(() => portal.acceptances().length).toBe(2);
  });
});
