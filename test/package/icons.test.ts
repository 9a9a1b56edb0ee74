import { readdir, readFile } from "node:fs/promises";
import { type DecodedPng, decode } from "fast-png";
import { expect, test } from "vitest";
import { appIcon, appSizes, icnsSizes, icoSizes } from "#build/drawing/app-icons.ts";
import { icnsOf, icoOf } from "#build/drawing/icon-containers.ts";
import { openPainter } from "#build/drawing/painter.ts";
import { trayFiles, trayIcon } from "#build/drawing/tray-icons.ts";
import { type TrayState, trayStates } from "#domain/headline.ts";

const folder = new URL("../../build/icons/", import.meta.url);
const bytesOf = (name: string) => readFile(new URL(name, folder));
const textOf = (name: string) => readFile(new URL(name, folder), "utf8");
const pictureOf = async (name: string) => decode(await bytesOf(name));

test("every size of the program's icon is there, square and of its size", async () => {
  for (const size of appSizes) {
    const { width, height, channels } = await pictureOf(`${size}x${size}.png`);
    expect({ size, width, height, channels }).toEqual({ size, width: size, height: size, channels: 4 });
  }
});

test("the icon for Windows holds each of its sizes as a picture of that size", async () => {
  const ico = await bytesOf("icon.ico");
  expect(ico.readUInt16LE(2)).toBe(1);
  const found = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)];
    const { width, height } = decode(ico.subarray(offset, offset + length));
    return { told: ico.readUInt8(at) || 256, width, height };
  });
  expect(found).toEqual(icoSizes.map((size) => ({ told: size, width: size, height: size })));
});

test("the icon for macOS holds every size, each readable to its end", async () => {
  const icns = await bytesOf("icon.icns");
  expect(icns.toString("latin1", 0, 4)).toBe("icns");
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const sizes = new Set<number>();
  let at = 8;
  while (at < icns.length) {
    const length = icns.readUInt32BE(at + 4);
    sizes.add(decode(icns.subarray(at + 8, at + length)).width);
    at += length;
  }
  expect([...sizes].sort((one, other) => one - other)).toEqual([...icnsSizes]);
});

test("a container refuses a size that its format does not know", () => {
  expect(() => icoOf([{ size: 512, png: Buffer.alloc(1) }])).toThrow("512");
  expect(() => icnsOf([{ size: 24, png: Buffer.alloc(1) }])).toThrow("24");
});

test("the tray has every state on every ground and for every density, and nothing else lies there", async () => {
  expect((await readdir(new URL("tray/", folder))).sort()).toEqual(
    trayFiles()
      .map(({ file }) => file)
      .sort(),
  );
  for (const { file, pixels } of trayFiles()) {
    const { width, height } = await pictureOf(`tray/${file}`);
    expect({ file, width, height }).toEqual({ file, width: pixels, height: pixels });
  }
});

test("a template for macOS is black and differs by what it covers alone", async () => {
  for (const state of trayStates) {
    const picture = await pictureOf(`tray/${state}Template.png`);
    const coloured = pixelsOf(picture).filter(
      ([red, green, blue, alpha]) => alpha > 0 && red + green + blue > 0,
    );
    expect({ state, coloured: coloured.length }).toEqual({ state, coloured: 0 });
  }
});

test("the six states differ pairwise in shape at 16 pixels, whatever their colour", async () => {
  for (const name of ["-light", "-dark", "Template"]) {
    const covered = new Map<TrayState, readonly number[]>();
    for (const state of trayStates) covered.set(state, coverOf(await pictureOf(`tray/${state}${name}.png`)));
    for (const [one, cover] of covered)
      for (const [other, otherCover] of covered)
        if (one < other) {
          const difference = cover.filter((alpha, index) => Math.abs(alpha - (otherCover[index] ?? 0)) > 96);
          expect(difference.length, `${one} and ${other}, ${name}`).toBeGreaterThanOrEqual(10);
        }
  }
});

test("what lies there is what the drawings give", async () => {
  const drawings = { whole: await textOf("app.svg"), small: await textOf("app-small.svg") };
  const markPath = /\sd="([^"]+)"/.exec(await textOf("mark.svg"))?.[1] ?? "";
  const painter = await openPainter();
  try {
    const drawn = [
      { name: "16x16.png", png: await painter.paint(appIcon(drawings, 16), 16) },
      { name: "256x256.png", png: await painter.paint(appIcon(drawings, 256), 256) },
      {
        name: "tray/offline-dark@2x.png",
        png: await painter.paint(trayIcon(markPath, "offline", "dark"), 32),
      },
    ];
    for (const { name, png } of drawn) {
      const [kept, now] = [await pictureOf(name), decode(png)];
      const different = kept.data.filter((value, index) => Math.abs(value - (now.data[index] ?? 0)) > 24);
      expect(different.length, `${name} is older than its drawing: npm run icons`).toBe(0);
    }
  } finally {
    await painter.close();
  }
});

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

function pixelsOf({ data }: DecodedPng): readonly Pixel[] {
  const at = (index: number) => data[index] ?? 0;
  return Array.from({ length: data.length / 4 }, (_, index): Pixel => {
    const first = 4 * index;
    return [at(first), at(first + 1), at(first + 2), at(first + 3)];
  });
}

function coverOf(picture: DecodedPng): readonly number[] {
  return pixelsOf(picture).map(([, , , alpha]) => alpha);
}
