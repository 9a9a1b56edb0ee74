import { EventEmitter } from "node:events";
import type { Menu, MenuItemConstructorOptions, NativeImage, NativeTheme, nativeImage, Tray } from "electron";

/** An image is the path that it was made from. */
export interface FakeImage {
  readonly path: string;
}

/** `nativeImage`. */
export const fakeNativeImage = {
  createFromPath: (path: string) => ({ path }) as unknown as NativeImage,
} satisfies Pick<typeof nativeImage, "createFromPath">;

/** A menu is its template. */
export class FakeMenu {
  readonly template: readonly MenuItemConstructorOptions[];

  constructor(template: readonly MenuItemConstructorOptions[]) {
    this.template = template;
  }

  /** Labels of its entries, and `---` for a line. */
  labels(): readonly string[] {
    return this.template.map(({ label, role, type }) =>
      type === "separator" ? "---" : (label ?? role ?? ""),
    );
  }

  /** Chooses the entry with this label. */
  choose(label: string): void {
    const entry = this.template.find((one) => one.label === label);
    if (entry?.click === undefined) throw new Error(`the menu has no ${label}: ${this.labels().join(", ")}`);
    (entry.click as () => void)();
  }
}

/** `Menu`: builds templates, and keeps the menu of the program. */
export class FakeMenus {
  application: FakeMenu | null = null;

  readonly parts = {
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => new FakeMenu(template) as unknown as Menu,
    setApplicationMenu: (menu: Menu | null) => {
      this.application = menu as unknown as FakeMenu | null;
    },
  } satisfies Pick<typeof Menu, "buildFromTemplate" | "setApplicationMenu">;
}

/** `Tray`: what it shows. */
export class FakeTray
  extends EventEmitter
  implements Pick<Tray, "destroy" | "isDestroyed" | "setContextMenu" | "setImage" | "setToolTip">
{
  image: FakeImage;
  tooltip = "";
  menu: FakeMenu = new FakeMenu([]);
  #isGone = false;

  constructor(image: NativeImage | string) {
    super();
    this.image = image as unknown as FakeImage;
  }

  setImage(image: NativeImage | string): void {
    this.#mustBeThere();
    this.image = image as unknown as FakeImage;
  }

  setToolTip(text: string): void {
    this.#mustBeThere();
    this.tooltip = text;
  }

  setContextMenu(menu: Menu | null): void {
    this.#mustBeThere();
    this.menu = menu as unknown as FakeMenu;
  }

  isDestroyed(): boolean {
    return this.#isGone;
  }

  destroy(): void {
    this.#isGone = true;
  }

  #mustBeThere(): void {
    if (this.#isGone) throw new Error("Tray is destroyed");
  }
}

type ThemeMember = "shouldUseDarkColors" | "shouldUseDarkColorsForSystemIntegratedUI";

/** `nativeTheme`: light until a test says otherwise. */
export class FakeTheme extends EventEmitter implements Pick<NativeTheme, ThemeMember> {
  shouldUseDarkColors = false;
  /** On Windows the task bar has a theme of its own. */
  shouldUseDarkColorsForSystemIntegratedUI = false;

  /** The system changes between light and dark. */
  turn(isDark: boolean, isBarDark = isDark): void {
    this.shouldUseDarkColors = isDark;
    this.shouldUseDarkColorsForSystemIntegratedUI = isBarDark;
    this.emit("updated");
  }
}
