import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { packedBrowser } from "#build/drawing/packed-browser.ts";
import { isMemoryRoomy } from "#test/support/builders/scratch.ts";
import { limits } from "#test/support/limits.ts";

/** Window sizes that pages are looked at in, CSS pixels. */
export const sizes = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 900, height: 600 },
  /** A window of 1440 × 900 at 200 %. */
  zoomed: { width: 720, height: 450 },
} as const;

export interface View {
  readonly theme: "light" | "dark";
  readonly size: keyof typeof sizes;
  /** Whether pages are asked to move less. Most people leave that as it is. */
  readonly motion?: "reduce" | "no-preference";
  /** The language that the browser asks for; default: its own. */
  readonly language?: string;
}

/**
 * Starts the Chromium that npm brings (Linux x64), elsewhere the installed Chrome. The former runs as one process
 * unless `hasProcesses`: it starts sooner so, and ends with the first context that is closed. `isPlain` draws without the
 * graphics processor that the former imitates: a quarter less work where no frames are counted. `moreArgs` are flags.
 */
export async function launchBrowser({
  hasProcesses = false,
  isPlain = false,
  moreArgs = [] as readonly string[],
} = {}): Promise<Browser> {
  const packed = await packedBrowser();
  if (!packed) return await chromium.launch({ channel: "chrome", args: [...moreArgs] });
  // The package takes away what keeps sites apart; with flags of its own a test wants an ordinary browser.
  const isGuarded = moreArgs.length > 0;
  const isWanted = (arg: string) =>
    !(isGuarded && /web-security|site-isolation|insecure-content/.test(arg)) &&
    !(hasProcesses && /^--(single-process|no-zygote)$/.test(arg)) &&
    !(isPlain && /swiftshader|use-gl|gpu/.test(arg));
  const args = [
    ...packed.args.filter(isWanted),
    // Pages follow each other in one process: a start of a process costs as much as the page that is loaded into it.
    ...(isPlain && !isGuarded ? ["--renderer-process-limit=1"] : []),
    ...(isPlain ? ["--disable-gpu"] : []),
    ...moreArgs,
  ];
  // Playwright has processes share what is drawn and fetched in files of the disk; in memory it takes a tenth less work.
  const ignoreDefaultArgs = (await isMemoryRoomy()) ? ["--disable-dev-shm-usage"] : [];
  return await chromium.launch({
    executablePath: packed.executablePath,
    args,
    ignoreDefaultArgs,
    headless: true,
  });
}

/** A page that a test looks at. */
export interface ShownPage {
  readonly page: Page;
  /** Complaints of the page, as they come: see `watchFaults`. */
  readonly faults: string[];
}

/** A page of its own storage in a theme and a size. */
export async function openPage(
  browser: Browser,
  { theme, size, motion = "no-preference", language }: View = { theme: "light", size: "wide" },
): Promise<ShownPage & { readonly context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: theme,
    reducedMotion: motion,
    timezoneId: "Europe/Helsinki",
    ...(language === undefined ? {} : { locale: language }),
    acceptDownloads: true,
  });
  context.setDefaultTimeout(limits.poll);
  const page = await context.newPage();
  return { page, context, faults: watchFaults(page) };
}

/** Notes script errors, refused loads, and calls with an input that the host does not take. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // A refusal of the host is data; a refusal that is a fault of the page is noted below.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(message.text());
  });
  page.on("response", (response) => {
    const isCall = new URL(response.url()).pathname.startsWith("/api/");
    if (response.status() < 400 || (isCall && response.status() !== 400)) return;
    void response.text().then(
      (text) => faults.push(`${response.status()} ${response.url()}: ${text}`),
      () => {},
    );
  });
  return faults;
}
