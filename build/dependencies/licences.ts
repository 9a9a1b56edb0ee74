/** Rules for the licences of packages. Names as SPDX writes them. */
export interface LicenceException {
  readonly licence: string;
  /** Names of the packages that it is accepted for. */
  readonly packages: RegExp;
  readonly why: string;
  /** False where no part of such a package may be in what is given away. */
  readonly mayBeBundled: boolean;
}

/** Accepted of every package: they ask for no more than that their text goes along. */
const allowed: ReadonlySet<string> = new Set([
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "MIT-0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "Python-2.0",
  "PSF-2.0",
]);

/** Accepted of some packages, for a reason. */
export const licenceExceptions: readonly LicenceException[] = [
  {
    licence: "MPL-2.0",
    packages: /^(@axe-core\/playwright|axe-core|lightningcss(-[\w-]+)?)$/,
    why: "Tools of tests and of the build, used unchanged and given to nobody.",
    mayBeBundled: false,
  },
  {
    licence: "CC-BY-4.0",
    packages: /^caniuse-lite$/,
    why: "A table of browsers that a tool of mutation tests reads.",
    mayBeBundled: false,
  },
  {
    licence: "WTFPL",
    packages: /^truncate-utf8-bytes$/,
    why: "Allows everything; a part of the packager.",
    mayBeBundled: false,
  },
  {
    licence: "SEE LICENSE IN LICENSE.txt",
    packages: /^h5wasm$/,
    why: "NIST's own statement: use, change and pass on freely with the notice, which is in third-party-licences.txt.",
    mayBeBundled: true,
  },
];

/**
 * Null when a package of this name may be used under this licence (an SPDX expression), else why not. `isBundled`: a part
 * of it is in what is given away.
 */
export function licenceFault(name: string, licence: string | null, isBundled: boolean): string | null {
  if (licence === null) return `${name} states no licence.`;
  const isAccepted = (one: string): boolean =>
    allowed.has(one) || licenceExceptions.some((exception) => fits(exception, name, one, isBundled));
  const alternatives = isAccepted(licence) ? [licence] : licence.replace(/[()]/g, "").split(/ OR /);
  if (alternatives.some((one) => one.split(/ AND /).every(isAccepted))) return null;
  const where = isBundled ? "in the program" : "here";
  return `${name} is under ${licence}, which is not accepted ${where}: see build/dependencies/licences.ts.`;
}

/** True when this exception is what lets the package pass. */
export function fits(
  { licence, packages, mayBeBundled }: LicenceException,
  name: string,
  given: string,
  isBundled: boolean,
): boolean {
  return licence === given && packages.test(name) && (mayBeBundled || !isBundled);
}
