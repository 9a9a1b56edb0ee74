import type { Handlers } from "../contract/methods.ts";
import type { portalMethods } from "../contract/portal.ts";
import type { Reply } from "../contract/replies.ts";
import type { PortalReads } from "../engine/portal-reads.ts";
import type { ReadOutcome } from "../engine/ports.ts";
import { give, refuse } from "./dispatch.ts";

/** Answers with what the portal publishes. */
export function portalHandlers(reads: PortalReads): Pick<Handlers, keyof typeof portalMethods> {
  return {
    "portal.sites": async (_, signal) => reply(await reads.sites(signal)),
    "portal.products": async (_, signal) => reply(await reads.products(signal)),
    "portal.productVariables": async (_, signal) => reply(await reads.productVariables(signal)),
    "portal.instrumentTypes": async (_, signal) => reply(await reads.instrumentTypes(signal)),
    "portal.models": async (_, signal) => reply(await reads.models(signal)),
    "portal.instrumentRecords": async (_, signal) => reply(await reads.instrumentRecords(signal)),
    "portal.file": async ({ uuid }, signal) => reply(await reads.file(uuid, signal)),
    "portal.files": async (filter, signal) => reply(await reads.files(filter, signal)),
    "portal.modelFiles": async (filter, signal) => reply(await reads.modelFiles(filter, signal)),
    "portal.visualization": async ({ fileUuid }, signal) =>
      reply(await reads.visualization(fileUuid, signal)),
    "portal.visualizations": async (filter, signal) => reply(await reads.visualizations(filter, signal)),
    "portal.rawFiles": async (filter, signal) => reply(await reads.rawFiles(filter, signal)),
    "portal.rawModelFiles": async (filter, signal) => reply(await reads.rawModelFiles(filter, signal)),
    async "portal.image"({ s3key }, signal) {
      const image = reply(await reads.image(s3key, signal));
      if (!image.ok) return image;
      return give({ contentType: "image/png", base64: Buffer.from(image.value).toString("base64") });
    },
  };
}

function reply<T>(outcome: ReadOutcome<T>): Reply<T> {
  switch (outcome.kind) {
    case "found":
      return give(outcome.value);
    case "refused": {
      const said =
        outcome.errors.length === 0
          ? `status ${outcome.status}`
          : outcome.errors.join("; ").replace(/\.$/, "");
      return refuse("portal-refused", `The portal answered: ${said}.`);
    }
    case "failed":
      return refuse("portal-trouble", outcome.failure.message);
    case "abandoned":
      return refuse("abandoned", "The caller went away before the portal answered.");
  }
}
