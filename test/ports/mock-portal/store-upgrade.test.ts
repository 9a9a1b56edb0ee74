import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { uuid } from "./tiny-catalogue.ts";
import { startTinyPortal, type TinyPortal } from "./tiny-portal.ts";

let folder = "";
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Closes a portal, does this to its records, and opens it again. */
async function reopenedAfter(sql: string): Promise<TinyPortal> {
  const first = await startTinyPortal();
  folder = first.dataFolder;
  await first.portal.close();
  const database = new DatabaseSync(join(folder, "portal.sqlite"));
  database.exec(sql);
  database.close();
  return await startTinyPortal({ dataFolder: folder });
}

test("records of the first version are taken over, and what was received stays received", async () => {
  const tiny = await reopenedAfter(
    "ALTER TABLE model_uploads DROP COLUMN was_received; ALTER TABLE model_uploads DROP COLUMN process_at_ms; PRAGMA user_version = 1",
  );
  expect(await tiny.json("/api/raw-model-files?site=hyytiala")).toMatchObject([{ uuid: uuid(401) }]);
  const put = await fetch(`${tiny.portal.url}/model-upload/data/8d777f385d3dfec8815d20f7496026dd`, {
    method: "PUT",
    headers: { authorization: "Basic c3RhdGlvbjpzdGF0aW9u" },
    body: "data",
  });
  expect([put.status, await put.text()]).toEqual([200, "OK"]);
  await tiny.end();
});

test("records of a version to come are refused", async () => {
  await expect(reopenedAfter("PRAGMA user_version = 99")).rejects.toThrow(
    "it was written by another version of the mock portal (99)",
  );
});
