import type { downloadMethods } from "#contract/downloads.ts";
import type { MethodName } from "#contract/methods.ts";
import type { netcdfMethods } from "#contract/netcdf.ts";
import type { CallCase } from "./call-case.ts";

const uuid = "00000000-0000-7000-8000-000000000000";
const facts = { uuid, downloadUrl: "https://portal.example/y.nc", filename: "y.nc", checksum: "a", size: 5 };
const byId = { good: { id: uuid }, bad: [[{ id: "7" }, '"id"']] } as const;

type Names = MethodName & keyof (typeof downloadMethods & typeof netcdfMethods);

/** Calls of the downloads and of the look inside files; the fake files know job and token `uuid`. */
export const portalFilesCases: { readonly [M in Names]: CallCase<M> } = {
  "downloads.start": {
    good: {
      items: [
        { kind: "product", uuid },
        { kind: "raw", ...facts },
      ],
      folder: "/out",
    },
    bad: [
      [{ items: [], folder: "/out" }, '"items"'],
      [{ items: [{ kind: "raw", uuid }], folder: "/out" }, '"items[0]"'],
      [{ items: [{ kind: "product", uuid: "7" }], folder: "/out" }, '"items[0].uuid"'],
      [
        { items: Array.from({ length: 2_001 }, () => ({ kind: "product", uuid })), folder: "/out" },
        '"items"',
      ],
      [{ items: [{ kind: "product", uuid }], folder: "" }, '"folder"'],
    ],
  },
  "downloads.list": { good: {}, bad: [[{ extra: 1 }, '"extra"']] },
  "downloads.files": {
    good: { id: uuid, states: ["failed", "was-there"] },
    bad: [
      [{ id: "7" }, '"id"'],
      [{ id: uuid, states: ["lost"] }, '"states[0]"'],
    ],
  },
  "downloads.cancel": byId,
  "downloads.retry": byId,
  "downloads.clear": byId,
  "netcdf.open": {
    good: { kind: "product", ...facts },
    bad: [
      [{ kind: "product", uuid }, "checksum"],
      [{ path: "" }, "path"],
    ],
  },
  "netcdf.plot": {
    good: { token: uuid, variable: "beta" },
    bad: [
      [{ token: "7", variable: "beta" }, '"token"'],
      [{ token: uuid, variable: "" }, '"variable"'],
    ],
  },
  "netcdf.close": { good: { token: uuid }, bad: [[{ token: "7" }, '"token"']] },
};
