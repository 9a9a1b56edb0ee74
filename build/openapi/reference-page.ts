import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * A page with the whole document to read and to search, by Swagger UI: one file that needs no network. References of the document
 * are found by the address of the page, which must be one of HTTP for that; nothing is asked there.
 */
export function referencePage(top: string, document: string): string {
  const part = (file: string) => readFileSync(path.join(top, "node_modules/swagger-ui-dist", file), "utf8");
  const options = `{ spec: ${document.trim()}, dom_id: "#api", supportedSubmitMethods: [], filter: true, docExpansion: "none", showExtensions: true, defaultModelRendering: "model" }`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<base href="http://127.0.0.1/">
<title>The API of Skyferry</title>
<style>${part("swagger-ui.css")} .scheme-container { display: none }</style>
<div id="api"></div>
<script>${inScript(part("swagger-ui-bundle.js"))}</script>
<script>SwaggerUIBundle(${inScript(options)});</script>
</html>
`;
}

function inScript(text: string): string {
  return text.replaceAll("</script", "<\\/script");
}
