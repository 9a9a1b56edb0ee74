import { mkdirSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withDocstrings } from "./openapi/docstrings.ts";
import { textOf } from "./openapi/json-schema.ts";
import { createNotes } from "./openapi/noted.ts";
import { referencePage } from "./openapi/reference-page.ts";
import { settingsPage } from "./settings-keys.ts";

/**
 * `npm run docs:api`: writes electron/api/openapi.json from the contract and its docstrings, a page of it (out/api.html), and the keys
 * of docs/settings.md from their rows. Tests fail while one is another. `--print` writes nothing and prints the document.
 */
const top = fileURLToPath(new URL("..", import.meta.url));
const contract = new URL("../electron/contract/", import.meta.url).href;
const notes = createNotes();
// The sources of the contract call it, as they are loaded below.
Object.assign(globalThis, { documented: notes.note });
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith(contract)) return loaded;
    const file = path.basename(fileURLToPath(url));
    return { ...loaded, source: withDocstrings(file, Buffer.from(loaded.source as Uint8Array).toString()) };
  },
});
const { apiDocument } = await import("./openapi/document.ts");
const text = textOf(apiDocument(top, notes));
if (process.argv.includes("--print")) process.stdout.write(text);
else {
  writeFileSync(path.join(top, "electron/api/openapi.json"), text);
  writeFileSync(path.join(top, "docs/settings.md"), settingsPage(top));
  mkdirSync(path.join(top, "out"), { recursive: true });
  writeFileSync(path.join(top, "out/api.html"), referencePage(top, text));
}
