import { type Browser, chromium as playwright } from "playwright-core";

/** KeyedLock SVG text into PNG bytes. */
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
  if (process.platform !== "linux" || process.arch !== "x64")
    return await playwright.launch({ channel: "chrome" });
  // Tells the package to bring the libraries that a bare system lacks; read while it is imported.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  return await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args, "--force-color-profile=srgb"],
  });
}
