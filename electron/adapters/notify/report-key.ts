import type { KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { lateModules } from "#adapters/late-modules.ts";
import { type OwnerOnly, ownerOnly } from "#adapters/owner-only.ts";
import { plainReason } from "#adapters/settings/json-file.ts";
import { writeWhole } from "#adapters/whole-file.ts";
import { canonicalJson } from "#base/canonical-json.ts";
import { reportKeyName, type SignedReport, type StationReport } from "#domain/reported-station.ts";

/** Signs reports as this station. */
export interface ReportKey {
  /** SHA-256 of the public key (DER), in hexadecimal. */
  readonly id: string;
  sign(report: StationReport): SignedReport;
}

/** The key of the station, made where there is none; a sentence where that fails. A file that is no key is left as it is. */
export function openReportKey(
  dataFolder: string,
  owner: OwnerOnly = ownerOnly,
): ReportKey | { readonly message: string } {
  const file = path.join(dataFolder, reportKeyName);
  const { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } = lateModules.crypto();
  let key: KeyObject;
  try {
    if (!existsSync(file)) {
      const { privateKey } = generateKeyPairSync("ed25519");
      const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      writeWhole(file, pem, 0o600, (draft) => void owner.protect(draft, "file"));
    }
    key = createPrivateKey(readFileSync(file));
  } catch (error) {
    const isOfDisk = error instanceof Error && "syscall" in error;
    return { message: isOfDisk ? `${file} cannot be used: ${plainReason(error)}.` : noKey(file) };
  }
  if (key.asymmetricKeyType !== "ed25519") return { message: noKey(file) };
  const publicKey = createPublicKey(key);
  const id = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
  return {
    id,
    sign: (report) => ({
      report,
      publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
      signature: sign(null, Buffer.from(canonicalJson(report)), key).toString("base64"),
    }),
  };
}

function noKey(file: string): string {
  return `${file} is not an Ed25519 key: restore it from a backup, or remove it. Then a new one is made, and the station has another id.`;
}
