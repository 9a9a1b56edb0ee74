import { type Browser, chromium as playwright } from "playwright-core";
import { packedBrowser } from "./packed-browser.ts";

/** Turns SVG text into PNG bytes. */
export interface Painter {
  /** `size` in pixels, square; what the drawing leaves free stays transparent. */
  paint(svg: string, size: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts the browser that draws: the one that comes with the packages on Linux, the installed Chrome elsewhere. */
export async function openPainter(): Promise<Painter> {
  const browser = await launch();
  const page = await browser.newPage({ deviceScaleFactor: 1 });
  return {
    async paint(svg, size) {
      await page.setViewportSize({ width: size, height: size });
      const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
      await page.setContent(
        `<style>body { margin: 0 } img { display: block }</style><img src="${source}" width="${size}" height="${size}">`,
      );
      await page.waitForFunction("document.images[0].complete && document.images[0].naturalWidth > 0");
      return page.screenshot({ omitBackground: true });
    },
    close: () => browser.close(),
  };
}

async function launch(): Promise<Browser> {
  const packed = await packedBrowser();
  if (!packed) return await playwright.launch({ channel: "chrome" });
  return await playwright.launch({
    executablePath: packed.executablePath,
    args: [...packed.args, "--force-color-profile=srgb"],
  });
}
