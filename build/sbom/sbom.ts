import type { Component } from "./components.ts";

/** The program that is given away. */
export interface Program {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/**
 * Gives the parts of the program as CycloneDX 1.6 in JSON. The same packages give the same text: no time, no number of its
 * own, no place of a machine or a registry.
 */
export function sbomText(program: Program, components: readonly Component[]): string {
  const ref = purl(program.name, program.version);
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": ref,
        name: program.name,
        version: program.version,
        licenses: licencesOf(program.licence),
        purl: ref,
      },
    },
    components: components.map(({ name, version, licence, integrity }) => ({
      type: name === "electron" ? "framework" : "library",
      "bom-ref": purl(name, version),
      name,
      version,
      ...(integrity === null ? {} : { hashes: [hashOf(integrity)] }),
      licenses: licencesOf(licence),
      purl: purl(name, version),
    })),
    dependencies: [{ ref, dependsOn: components.map(({ name, version }) => purl(name, version)) }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The licences of everything that is given away, one after another, as most of them ask for. */
export function licencesText(program: Program, components: readonly Component[]): string {
  const parts = components.map(({ name, version, licence, licenceText }) =>
    [`${name} ${version} (${licence})`, licenceText].filter((text) => text !== "").join("\n\n"),
  );
  const head = `${program.name} ${program.version} contains parts of the following packages.`;
  return `${[head, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function licencesOf(licence: string): readonly object[] {
  if (licence.startsWith("SEE LICENSE"))
    return [{ license: { name: "Own licence, see third-party-licences.txt" } }];
  return / (OR|AND) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];
}

/** From `sha512-…` in base64. */
function hashOf(integrity: string): { readonly alg: string; readonly content: string } {
  const [algorithm = "", base64 = ""] = (integrity.split(" ")[0] ?? "").split("-");
  const content = Buffer.from(base64, "base64").toString("hex");
  return { alg: algorithm.toUpperCase().replace("SHA", "SHA-"), content };
}
