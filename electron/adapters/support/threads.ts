import { createHash } from "node:crypto";
import { mkdir, open, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { lookAtLedger } from "#adapters/backup/unpacked-ledger.ts";
import { createHasher } from "#adapters/files/hasher.ts";
import { createWalker } from "#adapters/files/walker.ts";
import { ledgerFolder } from "#adapters/ledger/folder.ts";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { createNetcdfReader } from "#adapters/netcdf/netcdf-reader.ts";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import { CheckProblem, type Examination } from "./examine.ts";

const mostMs = 15_000;

/** An HDF5 file with one variable, `time`, gzipped. */
const smallHdf5 =
  "H4sIAAAAAAACA+v0cHHj5ZLiYuLgYICB/1AAEzKAirO+vHfY38MliEmB8yVzNjKuYBJC1ggDXEwMjAwMbPwMDIwMLCWZuamHYVa4MlAHzNouXg12kiK6kxgYGUUYGJgYGRmZoGphNLMIA6OggjwDC5inwCDOwSBeD/IeEwMjMxeHEAMDMyMD1OvwQNnAMOTA24vHzRlGwSgYBaNgFIwC7KDBnoGBwQEAusY/BAgIAAA=";

/**
 * Every thread of the program starts and does its work once, on files in `scratch` (absolute; removed by the caller when
 * all have ended).
 */
export function threadExaminations(scratch: string): readonly Examination[] {
  const place = async (name: string): Promise<string> => {
    const folder = path.join(scratch, name);
    await mkdir(folder, { recursive: true });
    return folder;
  };
  return [
    {
      name: "Record of uploads",
      mostMs,
      async look() {
        const dataFolder = await place("ledger");
        const ledger = await openLedger({ dataFolder });
        if ("message" in ledger) throw new CheckProblem(ledger.message);
        try {
          await ledger.totals();
        } finally {
          await ledger.close();
        }
        const { kind } = await lookAtLedger(ledgerFolder(dataFolder).ledger);
        if (kind !== "whole") throw new CheckProblem("A new record cannot be read again.");
        return "A new record can be created, written and closed.";
      },
    },
    {
      name: "Finding files",
      mostMs,
      async look(stop) {
        const folder = await place("walk");
        await writeFile(path.join(folder, "file.nc"), "content");
        const walker = createWalker(process.platform);
        const found: string[] = [];
        try {
          for await (const batch of walker.walk({ folder, pattern: null, alsoSuffixes: [] }, stop))
            if ("error" in batch) throw new CheckProblem(batch.message);
            else found.push(...batch.files.map(({ relPath }) => relPath));
        } finally {
          await walker.close();
        }
        if (found.join() !== "file.nc")
          throw new CheckProblem(`A scan of a folder with one file found ${found.length}.`);
        return "The scanning thread finds a file.";
      },
    },
    {
      name: "Checksums",
      mostMs,
      async look(stop) {
        const file = path.join(await place("hash"), "file.nc");
        await writeFile(file, "content");
        const hasher = createHasher();
        const handle = await open(file);
        try {
          const answer = await hasher.hash({ descriptor: handle.fd, size: 7, wanted: "checksum" }, stop);
          const isRight =
            answer.kind === "hashed" && answer.checksum === createHash("md5").update("content").digest("hex");
          if (!isRight) throw new CheckProblem(`The hashing thread gave a wrong answer (${answer.kind}).`);
        } finally {
          await handle.close();
          await hasher.close();
        }
        return "The hashing thread computes the MD5 of a file.";
      },
    },
    { name: "Watching folders", mostMs, look: async (stop) => await sawChange(await place("watch"), stop) },
    {
      name: "NetCDF and HDF5",
      mostMs,
      async look(stop) {
        const file = path.join(await place("netcdf"), "file.nc");
        await writeFile(file, gunzipSync(Buffer.from(smallHdf5, "base64")));
        const reader = createNetcdfReader();
        try {
          const seen = await reader.outline(file, stop);
          if (seen.kind !== "seen")
            throw new CheckProblem("message" in seen ? seen.message : "It was not read.");
          if (seen.value.variables[0]?.name !== "time") throw new CheckProblem("A variable was not found.");
        } finally {
          await reader.close();
        }
        return "The reading thread reads an HDF5 file.";
      },
    },
  ];
}

async function sawChange(folder: string, stop: AbortSignal): Promise<string> {
  const watch = createChokidarWatch();
  const hint = Promise.withResolvers<void>();
  hint.promise.catch(() => {});
  stop.addEventListener("abort", () => hint.reject(new CheckProblem("A new file was not detected.")), {
    once: true,
  });
  const listener = {
    onHint: () => hint.resolve(),
    onError: ({ message }: { readonly message: string }) => hint.reject(new CheckProblem(message)),
    onBack: () => {},
  };
  try {
    await watch.start([{ folder, network: false }], listener);
    await writeFile(path.join(folder, "file.nc"), "content");
    await hint.promise;
  } finally {
    await watch.stop();
  }
  return "A new file was detected.";
}
