import { askOnce } from "./ask-once.ts";
/** A request as the portal saw it. */
export interface SeenRequest {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly checksum: string | null;
  readonly status: number | null;
}

/** Content that the portal took. */
export interface SeenAcceptance {
  readonly seq: number;
  readonly checksum: string;
  readonly filename: string;
  readonly measurementDate: string;
  readonly siteId: string;
  readonly tags: readonly string[];
  readonly size: number;
}

/** A raw file as `GET /api/raw-files` shows it (docs/portal/api.md, "Upload"). */
export interface SeenRecord {
  readonly checksum: string;
  readonly filename: string;
  readonly measurementDate: string;
  readonly siteId: string;
  readonly instrumentPid: string;
  readonly tags: readonly string[];
  readonly size: string;
  readonly status: string;
  readonly downloadUrl: string;
}

/**
 * Asks the mock portal over HTTP, past the uploader and with none of its code. Each request has a connection of its own: one that was
 * kept may be closed by the portal while a busy test does not look.
 */
export interface PortalProbe {
  requests(afterSeq: number): Promise<readonly SeenRequest[]>;
  acceptances(afterSeq: number): Promise<readonly SeenAcceptance[]>;
  rawFiles(site: string): Promise<readonly SeenRecord[]>;
  download(record: SeenRecord): Promise<Uint8Array>;
  /** Sequence numbers of the newest request and the newest acceptance. */
  now(): Promise<{ readonly request: number; readonly acceptance: number }>;
}

/** An eye on the mock portal at `url`; raw files are those of models where that is the `kind`. */
export function portalProbe(url: string, kind?: "model"): PortalProbe {
  const json = async (path: string): Promise<Record<string, never>> => {
    const answer = await askOnce(`${url}${path}`);
    if (!answer.isOk) throw new Error(`${path} answered ${answer.status}: ${answer.text()}`);
    return answer.json() as Record<string, never>;
  };
  const requests = async (afterSeq: number) =>
    (await json(`/__control/requests?after=${afterSeq}`)).requests as unknown as SeenRequest[];
  const acceptances = async (afterSeq: number) =>
    (await json(`/__control/acceptances?after=${afterSeq}`)).acceptances as unknown as SeenAcceptance[];
  return {
    requests,
    acceptances,
    async rawFiles(site) {
      const route = kind === "model" ? "raw-model-files" : "raw-files";
      const records = (await json(`/api/${route}?site=${site}`)) as unknown as SeenRecord[];
      return records.map((record) => ({ ...record, tags: record.tags ?? [] }));
    },
    async download(record) {
      const answer = await askOnce(record.downloadUrl);
      if (!answer.isOk) throw new Error(`${record.downloadUrl} answered ${answer.status}`);
      return answer.bytes;
    },
    async now() {
      const [seen, taken] = await Promise.all([requests(0), acceptances(0)]);
      return { request: seen.at(-1)?.seq ?? 0, acceptance: taken.at(-1)?.seq ?? 0 };
    },
  };
}
