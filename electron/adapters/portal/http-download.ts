import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { link as hardLink, open, rename, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Dispatcher } from "undici";
import { lateModules } from "#adapters/late-modules.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { Downloaded, DownloadOf, PartFiles } from "#engine/ports/portal-reads.ts";
import type { ReadLink } from "./http-get.ts";
import { brokenBy, brokenRead, failedRead, openGet } from "./http-get.ts";

type Failed = ReturnType<typeof failedRead>;

/**
 * Fetches a file of the portal into `folder`. A missing object comes as 200 with a short body (docs/portal/observed.md §3),
 * so length and checksum (SHA-256 of products, MD5 of raw files) decide, and only then the file gets its name.
 */
export async function downloadTo(
  link: ReadLink,
  what: DownloadOf,
  folder: string,
  signal: AbortSignal,
  onReceived: (receivedBytes: number) => void,
  parts?: PartFiles,
): Promise<ReadOutcome<Downloaded>> {
  const { filename, size } = what.file;
  if (!isPlainName(filename))
    return failedRead(
      "unfit-name",
      `The portal names the file ${JSON.stringify(filename)}, which is not a valid file name. It is not downloaded.`,
    );
  const target = path.join(path.resolve(folder), filename);
  const there = await unlessEnded(present(target, what, signal), signal);
  if (there === null) return { kind: "abandoned" };
  if (there === "same") return { kind: "found", value: { path: target, size, wasThere: true } };
  if (there !== "nothing") return there;
  const pace = watchPace(link.timeouts.wholeAnswerMs);
  try {
    const received = (bytes: number): void => {
      pace.received(bytes);
      onReceived(bytes);
    };
    const stopping = AbortSignal.any([signal, pace.signal]);
    const outcome = await fetchTo(link, what, target, stopping, received, parts);
    if (outcome.kind !== "abandoned" || signal.aborted) return outcome;
    const message = `The portal stopped in the middle of ${filename}, or sends it too slowly. Nothing was saved: download it again later.`;
    return failedRead("portal-error", message);
  } finally {
    pace.stop();
  }
}

/** Null as soon as the caller has gone: a drive that hangs ends no call. */
async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const ended = Promise.withResolvers<null>();
  const end = (): void => ended.resolve(null);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** Least bytes of a download within the time that a whole answer has; what comes slower trickles. */
const leastBytes = 64 * 1024;

function watchPace(spanMs: number) {
  const tooSlow = new AbortController();
  let nowBytes = 0;
  let beforeBytes = 0;
  const looking = setInterval(() => {
    if (nowBytes - beforeBytes < leastBytes) tooSlow.abort();
    beforeBytes = nowBytes;
  }, spanMs);
  return {
    signal: tooSlow.signal,
    received(receivedBytes: number): void {
      nowBytes = receivedBytes;
    },
    stop: () => clearInterval(looking),
  };
}

async function fetchTo(
  link: ReadLink,
  what: DownloadOf,
  target: string,
  signal: AbortSignal,
  onReceived: (receivedBytes: number) => void,
  parts: PartFiles | undefined,
): Promise<ReadOutcome<Downloaded>> {
  const { filename, size } = what.file;
  const opened = await openGet(link, what.file.downloadUrl, "application/octet-stream", signal, "file");
  if (opened.kind !== "opened") return opened;
  const { answer } = opened;
  const partial = path.join(path.dirname(target), `.${filename.slice(0, 100)}.${crypto.randomUUID()}.part`);
  try {
    await parts?.begin(partial);
    const fault = await receive(link, opened, partial, what, signal, onReceived);
    if (signal.aborted) return { kind: "abandoned" };
    if (fault !== null) return fault;
    await giveName(partial, target);
    return { kind: "found", value: { path: target, size, wasThere: false } };
  } catch (error) {
    return diskFailure(target, error);
  } finally {
    answer.body.on("error", () => {}).destroy();
    await unlink(partial).catch(() => {});
    await parts?.end(partial);
  }
}

async function receive(
  link: ReadLink,
  opened: { readonly answer: Dispatcher.ResponseData; readonly path: string },
  partial: string,
  what: DownloadOf,
  signal: AbortSignal,
  onReceived: (receivedBytes: number) => void,
): Promise<Failed | null> {
  const { filename, size, checksum } = what.file;
  const hash = lateModules.crypto().createHash(algorithmOf(what));
  let receivedBytes = 0;
  const file = await open(partial, "wx");
  try {
    const pieces = opened.answer.body[Symbol.asyncIterator]();
    for (;;) {
      const next = await pieces.next().catch((error: unknown) => brokenBy(error, "answer cut"));
      if ("code" in next) {
        if (signal.aborted) return null;
        const broken = brokenRead(next, link, opened.path);
        const message = `${broken.failure.message} ${receivedBytes} of ${size} bytes of ${filename} arrived.`;
        return failedRead(broken.failure.cause, message);
      }
      if (next.done === true) break;
      const piece: Buffer = next.value;
      receivedBytes += piece.length;
      if (receivedBytes > size) break;
      hash.update(piece);
      await writeWhole(file, piece);
      onReceived(receivedBytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (receivedBytes !== size) {
    return failedRead(
      "portal-error",
      receivedBytes > size
        ? `The portal sent more than the ${size} bytes of ${filename}: its copy is damaged. Nothing was saved.`
        : `The portal sent ${receivedBytes} bytes of ${filename} instead of ${size}: its copy is incomplete. Nothing was saved.`,
    );
  }
  const got = hash.digest("hex");
  if (got === checksum.toLowerCase()) return null;
  return failedRead(
    "portal-error",
    `What the portal sent for ${filename} has the checksum ${got} instead of ${checksum}. Nothing was saved.`,
  );
}

async function writeWhole(file: FileHandle, piece: Buffer): Promise<void> {
  for (let from = 0; from < piece.length; ) from += (await file.write(piece, from)).bytesWritten;
}

/** Gives the finished file its name unless something is there by now. */
async function giveName(partial: string, target: string): Promise<void> {
  try {
    await hardLink(partial, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // File systems without hard links (FAT, some shares) must do with a look before.
    if (code === "EEXIST" || (await exists(target))) throw error;
    await rename(partial, target);
  }
}

async function exists(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}

/** Tells what is under the name already: the same content, nothing, or something that must not be replaced. */
async function present(
  target: string,
  what: DownloadOf,
  signal: AbortSignal,
): Promise<"same" | "nothing" | Failed> {
  try {
    const found = await stat(target);
    if (found.isFile() && found.size === what.file.size) {
      const hash = lateModules.crypto().createHash(algorithmOf(what));
      await pipeline(createReadStream(target), hash, { signal });
      if (hash.digest("hex") === what.file.checksum.toLowerCase()) return "same";
    }
    return failedRead(
      "unfit-name",
      `${target} already exists with different content. Move it away, then download again.`,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "nothing";
    return diskFailure(target, error);
  }
}

function algorithmOf(what: DownloadOf): "sha256" | "md5" {
  return what.kind === "product" ? "sha256" : "md5";
}

/** Gives `folder-unreachable` for an error of the folder, `unfit-name` for one of this name alone. */
function diskFailure(target: string, error: unknown): Failed {
  const { code, message } = error as NodeJS.ErrnoException;
  const folder = path.dirname(target);
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return failedRead(
        "folder-unreachable",
        `The disk of ${folder} is full: ${path.basename(target)} was not saved. Free up space, then try again.`,
      );
    case "EEXIST":
      return failedRead(
        "unfit-name",
        `${target} was created during the download and is left unchanged (EEXIST). Move it away, then download again.`,
      );
    case "ENAMETOOLONG":
    case "EISDIR":
      return failedRead("unfit-name", `${target} cannot be written: ${code}. Choose another folder.`);
    default:
      return failedRead("folder-unreachable", `${target} cannot be written: ${code ?? message}.`);
  }
}

/** Names that Windows gives to devices, whatever ending follows. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[\d¹²³])\s*(\.|$)/i;
/** Turn the direction of writing, so that an ending can be shown as another. */
const turningSigns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * True for a name that stays in its folder and is an ordinary file on every system: no path, drive, stream, device,
 * control character or lone half of a character, and no hidden file (`.profile` in a home folder would be run).
 */
function isPlainName(name: string): boolean {
  if (name === "" || name.length > 255 || !name.isWellFormed()) return false;
  if (name.startsWith(".") || deviceName.test(name) || turningSigns.test(name)) return false;
  return !/[/\\:*?"<>|\p{Cc}]/u.test(name) && !/[. ]$/.test(name);
}
