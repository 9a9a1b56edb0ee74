import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type DecodedPng, decode } from "fast-png";
import { expect, test } from "vitest";
import { appIcon, appSizes, icnsSizes, icoSizes } from "#build/drawing/app-icons.ts";
import { icnsOf, icoOf } from "#build/drawing/icon-containers.ts";
import { openPainter } from "#build/drawing/painter.ts";
import { trayFiles, trayIcon } from "#build/drawing/tray-icons.ts";
import type { TrayShown } from "#contract/notifications.ts";
import { type TrayState, trayStates } from "#domain/headline.ts";
import { openTray } from "#main/tray/tray.ts";
import { createFakeElectron } from "#test/support/fake-electron/fake-electron.ts";

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
  const told = (index: number) => ico.readUInt8(6 + 16 * index) || 256;
  const found = picturesIn(ico).map(({ width, height }, index) => ({ told: told(index), width, height }));
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
  for (const { file, sizes } of trayFiles()) {
    const pictures = file.endsWith(".ico") ? picturesIn(await bytesOf(`tray/${file}`)) : [];
    const found = pictures.length > 0 ? pictures : [await pictureOf(`tray/${file}`)];
    expect({ file, found: found.map(({ width, height }) => [width, height]) }).toEqual({
      file,
      found: sizes.map((size) => [size, size]),
    });
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

test("every picture that the tray chooses stands out from the bar that it lies on, by 3 : 1", async () => {
  for (const bar of bars)
    for (const state of trayStates) {
      const fake = createFakeElectron({ appData: "/", home: "/", platform: bar.platform });
      fake.theme.turn(bar.isDark, bar.isBarDark);
      const iconFolder = fileURLToPath(new URL("tray/", folder));
      const actions = { open() {}, pause() {}, resume() {}, quit() {} };
      const parts = { electron: fake.parts, iconFolder, actions, nowMs: () => 0 };
      openTray({ ...parts, platform: bar.platform, desktopName: bar.desktop }, viewOf(state), true);
      const file = fake.trays[0]?.image.path ?? "";
      const bytes = await readFile(file);
      const pictures = file.endsWith(".ico") ? picturesIn(bytes) : [decode(bytes)];
      for (const picture of pictures)
        for (const ground of bar.grounds) {
          const contrasts = solid(picture).map((pixel) => contrastOf(pixel, ground));
          const seen = `${state} on ${bar.name} ${ground}, ${picture.width} pixels`;
          // A sign of 16 pixels has this many; an empty picture stands out from nothing.
          expect(contrasts.length, seen).toBeGreaterThan(30);
          expect(Math.min(...contrasts), seen).toBeGreaterThanOrEqual(3);
        }
    }
});

/** Task bars as their systems colour them, and what Electron says of the themes there. */
const bars: readonly {
  readonly name: string;
  readonly platform: NodeJS.Platform;
  readonly desktop: string;
  /** Theme of programs; `isBarDark`: that of the bar. */
  readonly isDark: boolean;
  readonly isBarDark: boolean;
  readonly grounds: readonly string[];
}[] = [
  // Out of the box Windows 10 has light programs and a dark bar.
  {
    name: "Windows 10",
    platform: "win32",
    desktop: "",
    isDark: false,
    isBarDark: true,
    grounds: ["101010", "1f1f1f"],
  },
  {
    name: "Windows 11, light",
    platform: "win32",
    desktop: "",
    isDark: false,
    isBarDark: false,
    grounds: ["f3f3f3", "e4e4e4"],
  },
  {
    name: "Windows 11, dark",
    platform: "win32",
    desktop: "",
    isDark: true,
    isBarDark: true,
    grounds: ["202020", "2b2b2b"],
  },
  {
    name: "Windows, light bar",
    platform: "win32",
    desktop: "",
    isDark: true,
    isBarDark: false,
    grounds: ["eeeeee"],
  },
  {
    name: "GNOME",
    platform: "linux",
    desktop: "GNOME",
    isDark: false,
    isBarDark: false,
    grounds: ["000000", "222226"],
  },
  {
    name: "Ubuntu",
    platform: "linux",
    desktop: "ubuntu:GNOME",
    isDark: false,
    isBarDark: false,
    grounds: ["131313"],
  },
  {
    name: "KDE, light",
    platform: "linux",
    desktop: "KDE",
    isDark: false,
    isBarDark: false,
    grounds: ["eff0f1", "dee0e2"],
  },
  {
    name: "KDE, dark",
    platform: "linux",
    desktop: "KDE",
    isDark: true,
    isBarDark: true,
    grounds: ["2a2e32", "31363b"],
  },
];

function viewOf(state: TrayState): TrayShown {
  return { state, tone: "waiting", tooltip: "", causes: [], badge: 0, unsentCount: 0, pause: null };
}

/** Gives the drawn pixels, without the soft edge. */
function solid(picture: DecodedPng): readonly Pixel[] {
  return pixelsOf(picture).filter(([, , , alpha]) => alpha >= 230);
}

/** Gives the contrast of a pixel as it lies on the ground, by WCAG 2. */
function contrastOf([red, green, blue, alpha]: Pixel, ground: string): number {
  const under = Buffer.from(ground, "hex");
  const share = alpha / 255;
  const mixed = [red, green, blue].map((over, index) => over * share + (under[index] ?? 0) * (1 - share));
  const [light = 0, dark = 0] = [luminance(mixed), luminance([...under])].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function picturesIn(ico: Buffer): readonly DecodedPng[] {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)];
    return decode(ico.subarray(offset, offset + length));
  });
}

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
