import { describe, expect, it } from "vitest";
import { codeOf, errorOf, quoted } from "#adapters/files/file-errors.ts";

const file = { kind: "file", path: "/data/a.nc" } as const;
const folder = { kind: "folder", path: "/data" } as const;

describe("system errors as trouble", () => {
  it.each([
    ["ENOENT", "vanished", /does not exist/],
    ["ENOTDIR", "vanished", /does not exist/],
    ["EBUSY", "locked", /is locked by another program/],
    ["ETXTBSY", "locked", /is locked by another program/],
    ["EAGAIN", "locked", /is locked by another program/],
    ["EPERM", "unreadable", /cannot be read: this user has no permission/],
    ["EACCES", "unreadable", /cannot be read: this user has no permission/],
    ["EISDIR", "not-a-file", /is a folder/],
    ["ENXIO", "not-a-file", /is a device or socket/],
    ["ELOOP", "not-a-file", /is a symbolic link/],
    ["ENAMETOOLONG", "unreadable", /too long/],
    ["EMFILE", "unreadable", /too many files are open/],
    ["ENFILE", "unreadable", /too many files are open/],
    ["ENOMEM", "unreadable", /too many files are open/],
    ["EIO", "unreadable", /does not answer/],
    ["ESTALE", "unreadable", /does not answer/],
    ["ENODEV", "unreadable", /does not answer/],
    ["ENETDOWN", "unreadable", /does not answer/],
    ["ENETUNREACH", "unreadable", /does not answer/],
    ["EHOSTDOWN", "unreadable", /does not answer/],
    ["EHOSTUNREACH", "unreadable", /does not answer/],
    ["ECONNRESET", "unreadable", /does not answer/],
    ["ECONNABORTED", "unreadable", /does not answer/],
    ["ENOTCONN", "unreadable", /does not answer/],
    ["ETIMEDOUT", "unreadable", /does not answer/],
    ["UNKNOWN", "unreadable", /cannot be read/],
    ["toString", "unreadable", /cannot be read/],
  ])("%s is %s", (code, error, text) => {
    const said = errorOf(code, file);
    expect(said.error).toBe(error);
    expect(said.message).toMatch(text);
    expect(said.message).toContain(`The file "/data/a.nc"`);
    expect(said.message).toContain(`(${code}).`);
    expect(errorOf(code, folder).message).toContain(`The folder "/data"`);
  });

  it("tells what to do about a folder", () => {
    expect(errorOf("ENOENT", folder).message).toBe(
      'The folder "/data" does not exist. Check that the drive or share is connected and that the path in Settings is right.',
    );
  });

  it("keeps a path on one line", () => {
    expect(quoted("a\nb\x7f")).toBe('"a\\x0ab\\x7f"');
    expect(quoted("C:\\Data\\Größe")).toBe('"C:\\Data\\Größe"');
  });

  it("throws on what is no system error", () => {
    expect(codeOf(Object.assign(new Error("x"), { code: "EIO" }))).toBe("EIO");
    const bug = new TypeError("a bug");
    expect(() => codeOf(bug)).toThrow(bug);
  });
});
