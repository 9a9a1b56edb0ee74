import { expect, test } from "vitest";
import { createProxyFor } from "#compose/system-proxy.ts";

const url = "https://portal.example/upload";

test.each([
  ["DIRECT", null],
  ["PROXY proxy.example:3128", "http://proxy.example:3128"],
  ["PROXY proxy.example:3128; DIRECT", "http://proxy.example:3128"],
  ["HTTPS proxy.example:443;PROXY other:8080", "https://proxy.example:443"],
  ["HTTP proxy.example:80", "http://proxy.example:80"],
  ["PROXY [fd00::1]:3128", "http://[fd00::1]:3128"],
  ["SOCKS5 socks.example:1080; PROXY proxy.example:3128", "http://proxy.example:3128"],
  ["SOCKS socks.example:1080", null],
  ["PROXY", null],
  ["", null],
])("what the system says, %o, is %o", async (answer, proxy) => {
  expect(await createProxyFor(async () => answer, {})(url)).toBe(proxy);
});

test("the environment comes before the system, which is not asked then", async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return "PROXY proxy.example:3128";
  };
  for (const env of [{ HTTPS_PROXY: "http://a:1" }, { http_proxy: "http://a:1" }])
    expect(await createProxyFor(ask, env)(url)).toBe(null);
  expect(await createProxyFor(ask, { HTTPS_PROXY: "" })(url)).toBe("http://proxy.example:3128");
  expect([asked, await createProxyFor(ask, {})("portal")]).toEqual([1, null]);
});

test("a system that cannot say it, or is not asked, has none", async () => {
  const fail = async () => {
    throw new Error("no session");
  };
  expect(await createProxyFor(fail, {})(url)).toBe(null);
  expect(await createProxyFor(undefined, {})(url)).toBe(null);
});
