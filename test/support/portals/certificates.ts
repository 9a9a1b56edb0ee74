import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Certificates made by `openssl` in a temporary folder. */
export interface CertificateMaker {
  readonly folder: string;
  /** PEM file of the authority that signs. */
  readonly authorityFile: string;
  /** Signed by the authority for `name` (`IP:127.0.0.1`, `DNS:portal.test`). */
  signed(name: string, validDays?: number): Promise<Certificate>;
  selfSigned(name: string): Promise<Certificate>;
  remove(): Promise<void>;
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

export async function makeCertificates(): Promise<CertificateMaker> {
  const folder = await mkdtemp(path.join(tmpdir(), "skyferry-tls-"));
  const at = (name: string): string => path.join(folder, name);
  const openssl = (...words: string[]) => run("openssl", words, { cwd: folder });
  const read = async (): Promise<Certificate> => ({
    key: await readFile(at("leaf.key"), "utf8"),
    cert: await readFile(at("leaf.crt"), "utf8"),
  });
  const authority = ["-keyout", "ca.key", "-out", "ca.crt", "-days", "30", "-subj", "/CN=Test Authority"];
  await openssl("req", "-x509", ...newKey, ...authority);
  return {
    folder,
    authorityFile: at("ca.crt"),
    async signed(name, validDays = 30) {
      await openssl("req", ...newKey, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=portal");
      await writeFile(at("leaf.ext"), `subjectAltName=${name}\n`);
      const by = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", String(validDays)];
      await openssl("x509", "-req", "-in", "leaf.csr", ...by, "-extfile", "leaf.ext", "-out", "leaf.crt");
      return await read();
    },
    async selfSigned(name) {
      const out = ["-keyout", "leaf.key", "-out", "leaf.crt", "-days", "30", "-subj", "/CN=portal"];
      await openssl("req", "-x509", ...newKey, ...out, "-addext", `subjectAltName=${name}`);
      return await read();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
