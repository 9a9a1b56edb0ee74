import { createHash } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type IncomingMessage, request as open } from "node:http";
import { type MockPortal, type MockPortalOptions, startMockPortal } from "#mock-portal/portal.ts";
import { ofAllTests, ofEachTest } from "#test/support/builders/of-tests.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { nowMs, radarPid } from "./tiny-catalogue.ts";
import { tinySeed } from "./tiny-seed.ts";

/** A portal with the tiny seed in a folder of its own, and a plain client for it. */
export type TinyPortal = {
  portal: MockPortal;
  dataFolder: string;
  /** Sets the portal's clock forward. */
  advance(ms: number): void;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Body of a GET that must answer 200. */
  json(path: string): Promise<never>;
  /** Announces; `fields` go over a good announcement of `content`, undefined ones are left out. */
  announce(
    content: string | Buffer,
    fields?: Record<string, unknown>,
    authorization?: string,
  ): Promise<Response>;
  send(content: string | Buffer, checksum?: string, authorization?: string): Promise<Response>;
  /** Gives the status of a content's record. */
  statusOf(content: string): Promise<unknown>;
  end(): Promise<void>;
};

/** Credentials of the two users: one for every site, one for `hyytiala` alone. */
export const everywhere = basic("station", "station");
export const onlyHyytiala = basic("forest", "secret");

/** A HTTP Basic header. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** Lower-case MD5. */
export function md5(content: string | Buffer): string {
  return createHash("md5").update(content).digest("hex");
}

/** A good announcement of a content. */
export function announcement(content: string | Buffer): Record<string, unknown> {
  return {
    measurementDate: "2024-05-08",
    instrument: "rpg-fmcw-94",
    instrumentPid: radarPid,
    filename: "240508_120000_P09_ZEN.LV1",
    checksum: md5(content),
    site: "hyytiala",
  };
}

/** Starts it; `end` stops it and removes its folder. */
export async function startTinyPortal(options: Partial<MockPortalOptions> = {}): Promise<TinyPortal> {
  const dataFolder = options.dataFolder ?? (await makeScratch("mock-portal-"));
  let clockMs = nowMs;
  const portal = await startMockPortal({
    dataFolder,
    seed: tinySeed,
    users: [
      { username: "station", password: "station", sites: "*" },
      { username: "forest", password: "secret", sites: ["hyytiala"] },
    ],
    clock: { nowMs: () => clockMs },
    ...options,
  });
  const get: TinyPortal["get"] = (path, headers = {}) => fetch(portal.url + path, { headers });
  const json: TinyPortal["json"] = async (path) => {
    const response = await get(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as never;
  };
  return {
    portal,
    dataFolder,
    advance: (ms) => {
      clockMs += ms;
    },
    get,
    json,
    announce: (content, fields = {}, authorization = everywhere) =>
      fetch(`${portal.url}/upload/metadata/`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ ...announcement(content), ...fields }),
      }),
    send: (content, checksum = md5(content), authorization = everywhere) =>
      putWhenWanted(`${portal.url}/upload/data/${checksum}`, authorization, Buffer.from(content)),
    statusOf: async (content) => {
      const record: { status: unknown } = await json(`/upload/metadata/${md5(content)}`);
      return record.status;
    },
    end: async () => {
      await portal.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A new one for each test of the file or suite that calls this. */
export function portalOfEachTest(options: Partial<MockPortalOptions> = {}): TinyPortal {
  return ofEachTest(
    () => startTinyPortal(options),
    ({ end }) => end(),
  );
}

/** Gives one portal for all tests of the file or suite that calls this. */
export function portalOfAllTests(options: Partial<MockPortalOptions> = {}): TinyPortal {
  return ofAllTests(
    () => startTinyPortal(options),
    ({ end }) => end(),
  );
}

/** Sends the body once the portal asks for it; an early answer therefore never gets lost. */
async function putWhenWanted(url: string, authorization: string, body: Buffer): Promise<Response> {
  const headers = { authorization, expect: "100-continue", "transfer-encoding": "chunked" };
  const request = open(url, { method: "PUT", headers });
  request.once("continue", () => request.end(body)).flushHeaders();
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  const text = await answer.setEncoding("utf8").toArray();
  request.destroy();
  // No type is guessed for bytes.
  return new Response(Buffer.from(text.join("")), {
    status: answer.statusCode ?? 0,
    headers: answer.headers as Record<string, string>,
  });
}

/** Status and text of an answer. */
export async function said(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  return [response.status, await response.text()];
}

/** Status, type and text of an answer. */
export type Told = [status: number, type: string | null, text: unknown];

/** Gives status, type and text of an answer. */
export async function told(answer: Promise<Response>): Promise<Told> {
  const response = await answer;
  return [response.status, response.headers.get("content-type"), await response.text()];
}
