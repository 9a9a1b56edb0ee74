import { createHash } from "node:crypto";
import type { Files, OpenFile } from "#engine/ports/host.ts";
import type { Portal, UploadBody } from "#engine/ports/portal.ts";

/** Moments on the way of one file at which somebody may do something to it. */
export type Moment =
  | "claimed"
  | "opened"
  | "in the middle of hashing"
  | "announced"
  | "in the middle of sending"
  | "sent";

/** Calls `act` once, when the first upload comes to the moment. */
export interface AtMoment {
  readonly files: (real: Files) => Files;
  readonly portal: (real: Portal) => Portal;
  /** True when the moment has come. */
  hasCome(): boolean;
}

/** Ports that stop at one moment, let `act` happen, and go on. */
export function atMoment(moment: Moment, act: () => Promise<void>): AtMoment {
  let hasCome = false;
  const reach = async (now: Moment): Promise<void> => {
    if (hasCome || now !== moment) return;
    hasCome = true;
    await act();
  };

  return {
    hasCome: () => hasCome,
    files: (real) => ({
      walk: (request, signal) => real.walk(request, signal),
      stat: (folder, relPath) => real.stat(folder, relPath),
      isHeldForWriting: (folder, relPath) => real.isHeldForWriting(folder, relPath),
      drive: (folder) => real.drive(folder),
      async open(folder, relPath) {
        await reach("claimed");
        const opened = await real.open(folder, relPath);
        await reach("opened");
        return "error" in opened
          ? opened
          : watched(opened, reach, () => !hasCome && moment === "in the middle of hashing");
      },
    }),
    portal: (real) => ({
      recordOf: (checksum, signal) => real.recordOf(checksum, signal),
      sites: (signal) => real.sites(signal),
      rawFiles: (query, signal) => real.rawFiles(query, signal),
      requests: () => real.requests(),
      close: () => real.close(),
      async announce(metadata, signal) {
        const outcome = await real.announce(metadata, signal);
        await reach("announced");
        return outcome;
      },
      async send(checksum, body, signal, onSent) {
        const sending = real.send(checksum, halved(body, reach), signal, onSent);
        const outcome = await sending;
        await reach("sent");
        return outcome;
      },
    }),
  };
}

type Reach = (now: Moment) => Promise<void>;

function watched(file: OpenFile, reach: Reach, isHere: () => boolean): OpenFile {
  /** The first half as it was before, the rest as it is after. */
  const torn = async (size: number) => {
    const half = await file.readWhole(Math.floor(size / 2));
    if ("error" in half) return half;
    await reach("in the middle of hashing");
    const whole = await file.readWhole(size);
    if ("error" in whole) return whole;
    const bytes = Uint8Array.from(whole.bytes);
    bytes.set(half.bytes);
    return { bytes, checksum: createHash("md5").update(bytes).digest("hex") };
  };
  return {
    stat: file.stat,
    get readError() {
      return file.readError;
    },
    sample: () => file.sample(),
    readWhole: (size) => (isHere() ? torn(size) : file.readWhole(size)),
    async checksum(size, signal) {
      if (!isHere()) return await file.checksum(size, signal);
      const read = await torn(size);
      return "error" in read ? read : read.checksum;
    },
    quietChecksum: (size, signal) => file.quietChecksum(size, signal),
    chunks: (size) => file.chunks(size),
    statAgain: () => file.statAgain(),
    close: () => file.close(),
  };
}

/** A body that comes to the moment behind its first piece, or behind its first half. */
function halved(body: UploadBody, reach: Reach): UploadBody {
  return {
    kind: "stream",
    size: body.size,
    async *chunks() {
      const { size } = body;
      if (body.kind === "bytes") {
        yield body.bytes.subarray(0, Math.ceil(size / 2));
        await reach("in the middle of sending");
        yield body.bytes.subarray(Math.ceil(size / 2));
        return;
      }
      for await (const piece of body.chunks()) {
        yield piece;
        await reach("in the middle of sending");
      }
    },
  };
}
