import { execFileSync } from "node:child_process";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { readTar, TarFault, tarOf } from "#adapters/backup/tar.ts";

const long = `added/Radar/2026-03-05/${"ä".repeat(120)}\nwith = and space.nc`;
const files: Readonly<Record<string, string>> = { "a.json": "{}", empty: "", [long]: "x".repeat(1500) };

async function archive(): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, text]) => ({
    name,
    size: text.length,
    content: Readable.from([Buffer.from(text)].filter(({ length }) => length > 0)),
  }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of tarOf(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function read(bytes: Buffer, piece: number): Promise<Record<string, string>> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, n) =>
    bytes.subarray(n * piece, (n + 1) * piece),
  );
  const found: Record<string, string> = {};
  for await (const { name, content } of readTar(Readable.from(pieces))) {
    let text = "";
    for await (const chunk of content) text += Buffer.from(chunk).toString();
    found[name] = text;
  }
  return found;
}

it.each([1, 511, 512, 100_000])("gives back what was put in, in pieces of %i bytes", async (piece) => {
  expect(await read(await archive(), piece)).toEqual(files);
});

it("is read by the system's tar", async () => {
  const listed = execFileSync("tar", ["-t", "--quoting-style=escape", "-f", "-"], { input: await archive() });
  expect(listed.toString()).toMatch(/^a\.json\nempty\nadded\/Radar/);
});

it("that ends early, or is none, is a fault", async () => {
  const bytes = await archive();
  for (const end of [100, 512, 1200, bytes.length - 1500])
    await expect(read(bytes.subarray(0, end), 512)).rejects.toMatchObject({ kind: "cut" });
  await expect(read(Buffer.alloc(2048, "text"), 512)).rejects.toBeInstanceOf(TarFault);
});
