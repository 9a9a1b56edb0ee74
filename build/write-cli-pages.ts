import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cliPage, cliPages } from "./cli-pages.ts";

/** Writes flags and exit codes of the commands into their pages. A test fails while a page is another. */
const top = fileURLToPath(new URL("..", import.meta.url));
for (const page of cliPages) writeFileSync(path.join(top, page), cliPage(top, page));
