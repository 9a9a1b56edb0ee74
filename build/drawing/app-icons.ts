/** Pixels of the program's icon as files of their own. */
export const appSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
/** Pixels within the container for Windows, and for macOS. */
export const icoSizes = [16, 24, 32, 48, 64, 128, 256] as const;
export const icnsSizes = [16, 32, 64, 128, 256, 512, 1024] as const;

/** The program's icon as SVG text: the whole picture, and the mark alone for few pixels. */
export interface AppDrawings {
  readonly whole: string;
  readonly small: string;
}

/** The drawing for an icon of `size` pixels. */
export function appIcon({ whole, small }: AppDrawings, size: number): string {
  return size <= 32 ? small : whole;
}

/** The same with the free border that icons have on macOS. */
export function macAppIcon(drawings: AppDrawings, size: number): string {
  return size <= 32 ? withFrame(drawings.small, "-4 -4 72 72") : withFrame(drawings.whole, "-62 -62 636 636");
}

function withFrame(svg: string, viewBox: string): string {
  return svg.replace(/viewBox="[^"]*"/, `viewBox="${viewBox}"`);
}
