import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageHosts } from "./page-hosts.ts";
import { goTo, openPagePlace, type PagePlace } from "./page-place.ts";

/** Rights that the window gives its page; the daemon's pages have a browser's own limits. */
describe.each(pageHosts)("the $name", (kind) => {
  describe.runIf(kind.isDesktop)("in its window", () => {
    let at: PagePlace;
    beforeAll(async () => {
      at = await openPagePlace(kind);
    });
    afterAll(() => at.close());

    test("gives its page two functions and no Node", async () => {
      const found = await at.page.evaluate(
        "({ bridge: Object.keys(window.skyferry), node: typeof require, process: typeof process })",
      );
      expect(found).toEqual({ bridge: ["call", "subscribe"], node: "undefined", process: "undefined" });
    });

    test("answers for its data folder", async () => {
      const facts = await at.page.evaluate("window.skyferry.call('shell.facts', {})");
      const value = { kind: "desktop", dataFolder: at.place.dataFolder, isAttached: false };
      expect(facts).toMatchObject({ ok: true, value });
    });

    test("tells its page what happens", async () => {
      const first = await at.page.evaluate(
        "new Promise((resolve) => window.skyferry.subscribe(null, (event) => resolve(event.type)))",
      );
      expect(first).toBe("link");
    });

    test("shows a test notification of this PC", async () => {
      await goTo(at.page, "/settings/notifications");
      await at.page.getByRole("button", { name: "Send a test to this PC" }).click();
      await at.page.getByText(/The system has shown it/).waitFor();
    });

    test("runs no script but the pages' own", async () => {
      const ran = await at.page.evaluate(`(() => {
      const script = document.createElement("script");
      script.textContent = "window.wasRun = true";
      document.body.append(script);
      return "wasRun" in window;
    })()`);
      expect(ran).toBe(false);
    });

    test("stays where it is, and is the only one", async () => {
      const { origin } = new URL(at.page.url());
      await at.page.evaluate("window.location.assign('http://127.0.0.1:9/')").catch(() => undefined);
      await at.page.evaluate("void window.open('http://127.0.0.1:9/')").catch(() => undefined);
      await at.page.getByRole("link", { name: "Files" }).click();
      await at.page.locator('main[data-page="/files"]').waitFor();
      expect(new URL(at.page.url()).origin).toBe(origin);
      await expect.poll(() => at.page.context().pages().length).toBe(1);
    });
  });
});
