import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { apiPage } from "./api-page/page.ts";

/** Writes docs/api.md from the contract. A test fails while the page is not as this would write it. */
const top = fileURLToPath(new URL("..", import.meta.url));
writeFileSync(path.join(top, "docs/api.md"), apiPage(top));
