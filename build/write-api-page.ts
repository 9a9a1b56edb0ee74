import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stationReportJsonSchema } from "#contract/station-report.ts";
import { apiPage } from "./api-page/page.ts";
import { settingsPage } from "./settings-keys.ts";

/**
 * Writes docs/api.md and the schema of the station report from the contract, and the keys of docs/settings.md from their rows. Tests
 * fail while one is another.
 */
const top = fileURLToPath(new URL("..", import.meta.url));
writeFileSync(path.join(top, "docs/api.md"), apiPage(top));
writeFileSync(path.join(top, "docs/settings.md"), settingsPage(top));
writeFileSync(
  path.join(top, "docs/fleet/station-report.schema.json"),
  `${JSON.stringify(stationReportJsonSchema(), null, 2)}\n`,
);
