import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Catalogue, readCatalogue } from "#mock-portal/store/catalogue.ts";
import { type Contents, openContents } from "#mock-portal/store/contents.ts";
import { openStore, type PortalStore } from "#mock-portal/store/portal-store.ts";
import { tinySeed } from "./tiny-seed.ts";

/** The records of the tiny seed without a server around them. */
export type TinyStore = { store: PortalStore; contents: Contents; catalogue: Catalogue; end(): void };

/** Opens it in a folder of its own; `end` removes that. */
export async function openTinyStore(): Promise<TinyStore> {
  const folder = mkdtempSync(join(tmpdir(), "mock-portal-"));
  const store = openStore(folder);
  const contents = openContents(folder);
  const put = {
    putProduct: (uuid: string, bytes: Uint8Array) => contents.put("product", uuid, bytes),
    putRaw: (uuid: string, bytes: Uint8Array) => contents.put("raw", uuid, bytes),
    putImage: (s3key: string, bytes: Uint8Array) => contents.put("image", s3key, bytes),
  };
  await tinySeed({ insert: store.insert, ...put }, "2024-05-10");
  const end = (): void => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store, contents, catalogue: readCatalogue(store), end };
}
