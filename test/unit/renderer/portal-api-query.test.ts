import { describe, expect, it } from "vitest";
import {
  curlOfFile,
  curlOfList,
  listAddress,
  recordAddress,
} from "#renderer/screens/portal/filter/api-query.ts";

const portal = "https://portal.example";
const key = {
  uuid: "c9aa95c5-e11c-466b-83da-517e55072313",
  siteId: "hyytiala",
  date: "2026-11-20",
  filename: "a b.LV1",
  modelId: null,
};

describe("the API query of a view", () => {
  it("repeats several values and writes flags without a value", () => {
    const filter = {
      site: ["a", "b"],
      product: ["radar"],
      date: "2026-11-20",
      allVersions: true,
      limit: 5,
    } as const;
    expect(listAddress(portal, "files", filter)).toBe(
      "https://portal.example/api/files?site=a&site=b&product=radar&date=2026-11-20&allVersions&limit=5",
    );
    expect(listAddress(portal, "modelFiles", { site: ["a"], allModels: true })).toBe(
      "https://portal.example/api/model-files?site=a&allModels",
    );
  });

  it("leaves out what the route does not know", () => {
    expect(listAddress(portal, "files", { site: ["a"], model: ["x"] })).toBe(
      "https://portal.example/api/files?site=a",
    );
  });

  it("encodes what has a meaning of its own", () => {
    expect(listAddress(portal, "rawFiles", { instrumentPid: ["https://hdl.handle.net/1?x&y='z'"] })).toBe(
      "https://portal.example/api/raw-files?instrumentPid=https%3A%2F%2Fhdl.handle.net%2F1%3Fx%26y%3D%27z%27",
    );
  });

  it("is the narrowest list for records without a route of their own", () => {
    expect(recordAddress(portal, { ...key, kind: "product" })).toBe(`${portal}/api/files/${key.uuid}`);
    expect(recordAddress(portal, { ...key, kind: "raw" })).toBe(
      `${portal}/api/raw-files?site=hyytiala&filename=a%20b.LV1&date=2026-11-20`,
    );
    expect(recordAddress(portal, { ...key, kind: "model", modelId: "ecmwf" })).toBe(
      `${portal}/api/model-files?site=hyytiala&model=ecmwf&date=2026-11-20`,
    );
    expect(recordAddress(portal, { ...key, kind: "raw-model" })).toContain("/api/raw-model-files?");
  });
});

describe("the curl line", () => {
  it("asks for the list in quotes that every shell understands", () => {
    expect(curlOfList(`${portal}/api/files?site=a&allVersions`)).toBe(
      'curl --fail --compressed "https://portal.example/api/files?site=a&allVersions"',
    );
  });

  it("gives a shell nothing to act upon", () => {
    const line = curlOfFile("https://portal.example/api/download/$(reboot)`x`\"; rm -rf ~ #!'a.nc") ?? "";
    const quoted = /^curl --fail --remote-name "(.*)"$/.exec(line)?.[1] ?? "";
    expect(quoted).not.toBe("");
    expect(quoted).not.toMatch(/["$`!'\\\s()]/);
  });

  it("is not made of anything but a web address", () => {
    expect(curlOfFile("file:///etc/passwd")).toBeNull();
    expect(curlOfFile("not an address")).toBeNull();
  });
});
