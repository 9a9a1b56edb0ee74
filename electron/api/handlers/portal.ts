import { give } from "#api/dispatch.ts";
import type { Handlers } from "#contract/methods.ts";
import type { portalMethods } from "#contract/portal.ts";
import type { PortalReads } from "#engine/ports/portal-reads.ts";
import { portalReply as reply } from "./portal-reply.ts";

/** Answers with what the portal publishes; `url` is where it is, null where that is not set. */
export function portalHandlers(
  reads: PortalReads,
  url: () => string | null,
): Pick<Handlers, keyof typeof portalMethods> {
  return {
    "portal.address": async () => give({ url: url() }),
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
