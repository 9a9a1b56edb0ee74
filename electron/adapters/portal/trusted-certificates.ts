import { X509Certificate } from "node:crypto";
import tls from "node:tls";
import { readNamedBytesSync } from "#adapters/named-file.ts";
import { ownCertificates } from "./settings-labels.ts";

/** Bundled, system and own authorities, or what is wrong with the file that the settings name. */
export function trustOf(caFile: string | null): tls.SecureContext | string {
  const ca = new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")]);
  try {
    if (caFile !== null) {
      const pem = readNamedBytesSync(caFile);
      new X509Certificate(pem);
      ca.add(pem.toString("latin1"));
    }
    return tls.createSecureContext({ ca: [...ca] });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    return syscall === undefined
      ? `The file in ${ownCertificates} contains no certificate in PEM format: "${caFile}". Correct it, or leave it empty.`
      : `The file in ${ownCertificates} cannot be read: "${caFile}" (${code}). Correct it, or leave it empty.`;
  }
}
