import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { join } from "node:path";
import { createNodeClock } from "#adapters/node-clock.ts";
import { createHttpPortal } from "#adapters/portal/http-portal.ts";
import { readJsonFile } from "#adapters/settings/json-file.ts";
import { diagnose } from "#compose/diagnose.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { type CertificateMaker, makeCertificates } from "#test/support/portals/certificates.ts";
import { madeBody, never, someMetadata } from "#test/support/portals/portal-under-test.ts";
import { type ScriptedPortal, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";
import type { Row, Trial } from "./row.ts";

const password = "p%41ss wörd";

/** Variables and files of the environment that change how Skyferry connects. */
export const environmentRow: Row = {
  id: "F43",
  fault:
    "proxies, certificates and switches in the environment, in every form, right, wrong and senseless; files in other encodings",
  promise:
    "what curl accepts is used; nothing weakens TLS or crashes; the failure and the doctor name what is wrong",
  async run(trial) {
    const maker = await makeCertificates();
    const good = await startTarget(await maker.signed("DNS:portal.test"));
    const stranger = await startTarget(await maker.selfSigned("DNS:portal.test"));
    const folder = await makeScratch("skyferry-environment-");
    const ground: Ground = { maker, good, stranger, folder };
    try {
      await proxies(trial, ground);
      await exceptions(trial, ground);
      await certificates(trial, ground);
      await encodings(trial, ground);
    } finally {
      await Promise.all([good.close(), stranger.close(), maker.remove()]);
    }
  },
};

interface Ground {
  readonly maker: CertificateMaker;
  readonly good: ScriptedPortal;
  /** Nobody trusts its certificate. */
  readonly stranger: ScriptedPortal;
  readonly folder: string;
}

async function startTarget(certificate: Parameters<typeof startScriptedPortal>[1]): Promise<ScriptedPortal> {
  return await startScriptedPortal(
    ({ method }) =>
      method === "PUT"
        ? { status: 201, body: "Created" }
        : { status: 200, body: method === "GET" ? "[]" : "OK" },
    certificate,
  );
}

/** A proxy that leads every name to `target`, and keeps with what it was asked. */
async function startProxy(target: string) {
  const asked: string[] = [];
  const accounts: string[] = [];
  const server = http.createServer((_, response) => void response.writeHead(400).end());
  server.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    const basic = request.headers["proxy-authorization"]?.replace(/^Basic /, "") ?? "";
    accounts.push(Buffer.from(basic, "base64").toString("utf8"));
    const { hostname, port } = new URL(target);
    const onward = net.connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    place,
    asked,
    accounts,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const variables = [
  "HTTPS_PROXY",
  "https_proxy",
  "ALL_PROXY",
  "all_proxy",
  "NO_PROXY",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_TLS_REJECT_UNAUTHORIZED",
] as const;

/** Works with these variables alone, and puts the others back. */
async function withEnvironment<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const before = variables.map((name) => [name, process.env[name]] as const);
  const put = (name: string, value: string | undefined): void => {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  };
  for (const name of variables) put(name, env[name]);
  try {
    return await work();
  } finally {
    for (const [name, value] of before) put(name, value);
  }
}

/** Gives the results of an announcement, of a long content and of a read: kinds, and all that was said. */
async function use(options: { readonly caFile: string | null; readonly proxy?: string | null }) {
  const portal = createHttpPortal({
    url: "https://portal.test",
    credentials: async () => ({ username: "station", password: "station" }),
    concurrency: 2,
    bandwidthKBps: null,
    proxy: null,
    allowInsecureHttp: false,
    version: "0.0.0-test",
    clock: createNodeClock(),
    timeouts: { connectMs: 3_000, answerMs: 3_000, stallMs: 3_000, wholeAnswerMs: 6_000 },
    ...options,
  });
  try {
    const all = [
      await portal.announce(someMetadata, never()),
      await portal.send(someMetadata.checksum, madeBody(400_000), never(), () => {}),
      await portal.sites(never()),
    ];
    return { kinds: all.map(({ kind }) => kind).join(), said: all.map((one) => JSON.stringify(one)) };
  } finally {
    await portal.close();
  }
}

const delivered = "accepted,delivered,found";

async function proxies(trial: Trial, { maker, good }: Ground): Promise<void> {
  const forms: readonly (readonly [string, (place: string) => string, string])[] = [
    ["without a scheme", (place) => place, ""],
    ["with a scheme", (place) => `http://${place}`, ""],
    ["in capitals, with blanks", (place) => ` HTTP://${place}/ `, ""],
    ["with an account", (place) => `http://ann:${encodeURIComponent(password)}@${place}`, `ann:${password}`],
    ["with an account, without a scheme", (place) => `ann:100%@${place}`, "ann:100%"],
  ];
  const names = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
  for (const [form, written, account] of forms)
    for (const name of trial.isFull ? names : ["HTTPS_PROXY", "all_proxy"])
      await trial.step(`${name} ${form}`, async () => {
        const proxy = await startProxy(good.url);
        try {
          const env = { [name]: written(proxy.place) };
          const { kinds, said } = await withEnvironment(env, () => use({ caFile: maker.authorityFile }));
          if (kinds !== delivered) return [`${kinds}: ${said.join(" ")}`];
          const isWay = proxy.asked.length >= 2 && proxy.asked.every((one) => one === "portal.test:443");
          if (!isWay) return [`the proxy was asked for ${proxy.asked.join()}`];
          return proxy.accounts.every((one) => one === account) ? [] : [`signed in as ${proxy.accounts[0]}`];
        } finally {
          proxy.close();
        }
      });
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["not an address at all", /HTTPS_PROXY/],
    ["http://", /HTTPS_PROXY/],
    ["http://proxy.example:99999", /HTTPS_PROXY/],
    [`http://ann:${password}@:3128`, /HTTPS_PROXY/],
    ["ftp://proxy.example", /HTTPS_PROXY/],
    ["socks5://proxy.example:1080", /HTTPS_PROXY.*SOCKS/],
    [`http://ann:${encodeURIComponent(password)}@127.0.0.1:1`, /proxy 127\.0\.0\.1:1\b.*refuses/],
    ["proxy.invalid:3128", /proxy proxy\.invalid:3128.*(?:not known|resolved)/],
  ];
  for (const [value, expected] of trial.isFull ? wrong : wrong.slice(-5))
    await trial.step(`HTTPS_PROXY=${value.replace(/ann:.*@/, "ann:***@")}`, async () => {
      const { kinds, said } = await withEnvironment({ HTTPS_PROXY: value }, () =>
        use({ caFile: maker.authorityFile }),
      );
      const found = said.filter((one) => !expected.test(one)).map((one) => `not named: ${one}`);
      if (kinds !== "hold,hold,failed") found.push(kinds);
      if (said.some((one) => /wörd|w%C3/.test(one))) found.push("the password is told");
      return found;
    });
}

async function exceptions(trial: Trial, { maker, good }: Ground): Promise<void> {
  const lists: readonly (readonly [string, boolean])[] = [
    ["portal.test", true],
    [".test", true],
    ["*.test", true],
    ["*", true],
    ["localhost, PORTAL.test:443", true],
    ["portal.test:8443", false],
    ["ortal.test", false],
    [" ", false],
  ];
  for (const [list, isExcepted] of trial.isFull ? lists : lists.slice(2, 6))
    for (const name of trial.isFull ? ["NO_PROXY", "no_proxy"] : ["NO_PROXY"])
      await trial.step(`${name}=${list}`, async () => {
        const proxy = await startProxy(good.url);
        try {
          const env = { HTTPS_PROXY: proxy.place, [name]: list };
          const { said } = await withEnvironment(env, () => use({ caFile: maker.authorityFile }));
          // The name leads nowhere without the proxy.
          if (isExcepted) {
            const isDirect = proxy.asked.length === 0 && said.every((one) => /portal\.test/.test(one));
            return isDirect ? [] : [`asked ${proxy.asked.join()}: ${said.join(" ")}`];
          }
          return proxy.asked.length > 0 ? [] : ["the proxy was not asked"];
        } finally {
          proxy.close();
        }
      });
}

async function certificates(trial: Trial, ground: Ground): Promise<void> {
  const { maker, good, stranger, folder } = ground;
  const pem = await readFile(maker.authorityFile, "utf8");
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ""), "base64");
  const bigEndian = Buffer.from(`\ufeff${pem}`, "utf16le").swap16();
  const forms: readonly (readonly [string, Buffer | string])[] = [
    ["plain", pem],
    ["byte order mark", `\ufeff${pem}`],
    ["UTF-16 LE", Buffer.from(`\ufeff${pem}`, "utf16le")],
    ["UTF-16 BE", bigEndian],
    ["Windows line ends", pem.replaceAll("\n", "\r\n")],
    ["text around, in Latin-1", Buffer.from(`# Universität\n${pem}\n# Ende\n`, "latin1")],
    ["DER", der],
  ];
  const viaProxy = async (target: string, env: NodeJS.ProcessEnv, caFile: string | null) => {
    const proxy = await startProxy(target);
    try {
      return await withEnvironment({ HTTPS_PROXY: proxy.place, ...env }, () => use({ caFile }));
    } finally {
      proxy.close();
    }
  };
  for (const [form, bytes] of trial.isFull ? forms : forms.slice(1, 3)) {
    const file = join(folder, `${form.replaceAll(/\W/g, "-")}.pem`);
    await writeFile(file, bytes);
    for (const where of trial.isFull || form === "byte order mark"
      ? ["portal.caFile", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"]
      : ["portal.caFile"])
      await trial.step(`${where}: ${form}`, async () => {
        const isSetting = where === "portal.caFile";
        const env = isSetting ? {} : { [where]: file };
        const { kinds, said } = await viaProxy(good.url, env, isSetting ? file : null);
        return kinds === delivered ? [] : [`${kinds}: ${said[0]}`];
      });
  }
  await trial.step("SSL_CERT_DIR", async () => {
    const own = join(folder, "certificates");
    await mkdir(own);
    await writeFile(join(own, "own.crt"), pem);
    const { kinds, said } = await viaProxy(good.url, { SSL_CERT_DIR: own }, null);
    return kinds === delivered ? [] : [`${kinds}: ${said[0]}`];
  });
  const missing = join(folder, "missing.pem");
  const garbage = join(folder, "garbage.pem");
  await writeFile(garbage, "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n");
  for (const name of ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"])
    for (const named of trial.sample([missing, garbage], 2))
      await trial.step(`${name} names a ${named === missing ? "missing" : "damaged"} file`, async () => {
        const { kinds, said } = await viaProxy(good.url, { [name]: named }, null);
        const found = said.filter((one) => !one.includes(name)).map((one) => `not named: ${one}`);
        if (kinds !== "hold,hold,failed") found.push(kinds);
        const texts = await doctorsWords(ground, { [name]: named });
        if (!texts.some((text) => text.startsWith("problem") && text.includes(name)))
          found.push("the doctor is silent");
        return found;
      });
  for (const value of trial.isFull ? ["0", "false", "1"] : ["0"])
    await trial.step(`NODE_TLS_REJECT_UNAUTHORIZED=${value}`, async () => {
      const env = { NODE_TLS_REJECT_UNAUTHORIZED: value };
      const { kinds, said } = await viaProxy(stranger.url, env, null);
      const found = said.filter((one) => !/certificate/.test(one)).map((one) => `not named: ${one}`);
      if (kinds !== "hold,hold,failed") found.push(`a stranger was believed: ${kinds}`);
      if (stranger.seen.length > 0) found.push("the stranger got a request");
      const texts = await doctorsWords(ground, env);
      if (!texts.some((text) => text.includes("NODE_TLS_REJECT_UNAUTHORIZED")))
        found.push("the doctor is silent");
      return found;
    });
}

async function doctorsWords({ folder }: Ground, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const way = { dataFolder: join(folder, "none"), settingsFile: null, network: false, isHost: false };
  const found = await diagnose({ ...way, env, version: "0.0.0-test" });
  return found.filter(({ name }) => name === "Environment").map(({ state, text }) => `${state} ${text}`);
}

async function encodings(trial: Trial, ground: Ground): Promise<void> {
  const json = '{"folder": "C:/Größe"}';
  const forms: readonly (readonly [string, Buffer, boolean])[] = [
    ["UTF-8", Buffer.from(json), true],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${json}`), true],
    ["UTF-16 LE with a mark", Buffer.from(`\ufeff${json}`, "utf16le"), true],
    ["UTF-16 LE without a mark", Buffer.from(json, "utf16le"), false],
    ["Latin-1", Buffer.from(json, "latin1"), false],
  ];
  for (const [form, bytes, isRead] of forms)
    await trial.step(`settings in ${form}`, async () => {
      const file = join(ground.folder, "settings.json");
      await writeFile(file, bytes);
      const read = await readJsonFile(file);
      if (isRead) return read.kind === "read" && read.text === json ? [] : [JSON.stringify(read)];
      return read.kind === "unreadable" && /UTF-8/.test(read.message) ? [] : [JSON.stringify(read)];
    });
  await trial.step("the doctor names every variable and no password", async () => {
    const env = {
      HTTPS_PROXY: `ann:${encodeURIComponent(password)}@proxy.example:3128`,
      ALL_PROXY: `http://ann:${encodeURIComponent(password)}@:1`,
      no_proxy: ".example",
      NODE_OPTIONS: "--max-old-space-size=200",
      NODE_USE_ENV_PROXY: "1",
      SKYFERRY_PASSWORD: password,
    };
    const words = (await doctorsWords(ground, env)).join();
    const found = [...Object.keys(env), "SSL_CERT_FILE", "NODE_USE_SYSTEM_CA"].filter(
      (name) => !words.includes(name),
    );
    if (/w(?:%C3%B6|ö)rd/.test(words)) found.push("the password");
    return found.map((name) => `${name}: ${words}`);
  });
}
