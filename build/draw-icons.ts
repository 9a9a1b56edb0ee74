import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { appIcon, appSizes, icnsSizes, icoSizes, macAppIcon } from "./drawing/app-icons.ts";
import { icnsOf, icoOf } from "./drawing/icon-containers.ts";
import { openPainter, type Painter } from "./drawing/painter.ts";
import { trayFiles } from "./drawing/tray-icons.ts";

/** Draws every icon again from the SVG files in build/icons. */
const folder = new URL("./icons/", import.meta.url);

const painter = await openPainter();
try {
  await drawApp(painter);
  await drawTray(painter);
} finally {
  await painter.close();
}

async function drawApp({ paint }: Painter): Promise<void> {
  const drawings = { whole: await read("app.svg"), small: await read("app-small.svg") };
  const pictures = new Map<number, Buffer>();
  for (const size of appSizes) pictures.set(size, await paint(appIcon(drawings, size), size));
  for (const [size, png] of pictures) await write(`${size}x${size}.png`, png);
  const forWindows = icoSizes.map((size) => ({ size, png: pictures.get(size) ?? Buffer.alloc(0) }));
  await write("icon.ico", icoOf(forWindows));
  const forMac = [];
  for (const size of icnsSizes) forMac.push({ size, png: await paint(macAppIcon(drawings, size), size) });
  await write("icon.icns", icnsOf(forMac));
}

async function drawTray({ paint }: Painter): Promise<void> {
  const markPath = /\sd="([^"]+)"/.exec(await read("mark.svg"))?.[1];
  if (markPath === undefined) throw new Error("build/icons/mark.svg holds no path.");
  await rm(new URL("tray/", folder), { recursive: true, force: true });
  await mkdir(new URL("tray/", folder), { recursive: true });
  for (const { file, draw, sizes } of trayFiles()) {
    const pictures = [];
    for (const size of sizes) pictures.push({ size, png: await paint(draw(markPath), size) });
    const [first] = pictures;
    await write(`tray/${file}`, file.endsWith(".ico") ? icoOf(pictures) : (first?.png ?? Buffer.alloc(0)));
  }
}

async function read(name: string): Promise<string> {
  return await readFile(new URL(name, folder), "utf8");
}

async function write(name: string, bytes: Buffer): Promise<void> {
  await writeFile(new URL(name, folder), bytes);
  process.stdout.write(`${String(bytes.length).padStart(8)} bytes  build/icons/${name}\n`);
}
