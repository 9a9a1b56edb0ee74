import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { packageFolders } from "#build/sbom/bundled-packages.ts";
import { type Component, componentsOf } from "#build/sbom/components.ts";
import { licencesText, sbomText } from "#build/sbom/sbom.ts";

const top = fileURLToPath(new URL("../..", import.meta.url));
const program = { name: "skyferry", version: "1.2.3", licence: "MIT" };

test("packages are known by the modules that were bundled", () => {
  expect(
    packageFolders([
      "/home/me/skyferry/electron/compose/data-folder.ts",
      "/home/me/skyferry/node_modules/zod/v4/index.js",
      "/home/me/skyferry/node_modules/@mantine/core/styles.css?inline",
      "C:\\me\\skyferry\\node_modules\\conf\\node_modules\\ajv\\dist\\ajv.js",
      "/home/me/skyferry/node_modules/zod/v4/core/util.js",
      "\0rolldown/runtime.js",
      "\0vite/preload-helper.js",
      "\0skyferry:something",
    ]),
  ).toEqual([
    "node_modules/@mantine/core",
    "node_modules/conf/node_modules/ajv",
    "node_modules/rolldown",
    "node_modules/vite",
    "node_modules/zod",
  ]);
});

test("a package that may not be given away stops the build", () => {
  expect(() => componentsOf(top, ["node_modules/axe-core"])).toThrow(/axe-core is under MPL-2\.0/);
});

test("a package that nothing pins stops the build", () => {
  expect(() => componentsOf(top, ["node_modules/no-such-package"])).toThrow(/no-such-package went into/);
});

test("what lies beside the bundle belongs to it", () => {
  const names = componentsOf(top, ["node_modules/zod"]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["@napi-rs/keyring", "electron", "zod"]));
});

const component: Component = {
  name: "@scope/part",
  version: "2.0.0",
  licence: "MIT",
  integrity: `sha512-${Buffer.from("a digest").toString("base64")}`,
  licenceText: "Copyright of somebody",
};

test("is CycloneDX, the same for the same packages", () => {
  const text = sbomText(program, [component]);
  expect(sbomText(program, [component])).toBe(text);
  expect(JSON.parse(text)).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    metadata: { component: { type: "application", name: "skyferry", version: "1.2.3" } },
    components: [
      {
        type: "library",
        name: "@scope/part",
        version: "2.0.0",
        purl: "pkg:npm/%40scope/part@2.0.0",
        "bom-ref": "pkg:npm/%40scope/part@2.0.0",
        licenses: [{ license: { id: "MIT" } }],
        hashes: [{ alg: "SHA-512", content: Buffer.from("a digest").toString("hex") }],
      },
    ],
    dependencies: [{ ref: "pkg:npm/skyferry@1.2.3", dependsOn: ["pkg:npm/%40scope/part@2.0.0"] }],
  });
});

test("a choice of licences is an expression, an own one a name", () => {
  const licensesOf = (licence: string) =>
    JSON.parse(sbomText(program, [{ ...component, licence }])).components[0].licenses;
  expect(licensesOf("(MIT OR CC0-1.0)")).toEqual([{ expression: "(MIT OR CC0-1.0)" }]);
  expect(licensesOf("SEE LICENSE IN LICENSE.txt")).toEqual([{ license: { name: expect.any(String) } }]);
});

test("the licences go along", () => {
  const text = licencesText(program, [component]);
  expect(text).toContain("@scope/part 2.0.0 (MIT)\n\nCopyright of somebody\n");
});
