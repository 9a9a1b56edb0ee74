import { parseArgs } from "node:util";
import { launchBrowser, openPage, sizes, type View } from "#test/support/hosts/browser.ts";

/**
 * Takes one picture of one page: `node test/shots/shot-main.ts --ui URL --path /files --theme dark --size narrow
 * --out FILE [--click SELECTOR …] [--wait MS]`. Prints what the page complained about.
 */
const { values } = parseArgs({
  options: {
    ui: { type: "string" },
    path: { type: "string", default: "/" },
    theme: { type: "string", default: "light" },
    size: { type: "string", default: "wide" },
    out: { type: "string" },
    click: { type: "string", multiple: true, default: [] },
    wait: { type: "string", default: "1500" },
  },
});
const { ui, out } = values;
if (ui === undefined || out === undefined) throw new Error("--ui and --out are needed");
const browser = await launchBrowser();
try {
  const view: View = {
    theme: values.theme === "dark" ? "dark" : "light",
    size: values.size in sizes ? (values.size as View["size"]) : "wide",
    motion: "reduce",
  };
  const { page, faults } = await openPage(browser, view);
  await page.goto(ui);
  await page.waitForSelector("main");
  await page.evaluate(`window.location.hash = ${JSON.stringify(values.path)}`);
  await page.waitForTimeout(Number(values.wait));
  for (const selector of values.click) {
    await page.click(selector);
    await page.waitForTimeout(600);
  }
  await page.screenshot({ path: out });
  for (const fault of faults) console.log(`page: ${fault}`);
} finally {
  await browser.close();
}
