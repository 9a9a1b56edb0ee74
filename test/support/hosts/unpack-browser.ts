import { packedBrowser } from "#build/drawing/packed-browser.ts";

/** Before the tests: the browser is unpacked once, so that no worker starts it while another one still writes it. */
export async function setup(): Promise<void> {
  await packedBrowser();
}
