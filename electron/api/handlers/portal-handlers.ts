import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { portalMethods } from "#contract/portal.ts";
import type { Reply } from "#contract/reply.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { PortalReads } from "#engine/ports/portal-reads.ts";

/** Gives the outcome of a read of the portal as a reply. */
export function portalReply<T>(outcome: ReadOutcome<T>): Reply<T> {
  switch (outcome.kind) {
    case "found":
      return outcome.notes === undefined
        ? ok(outcome.value)
        : { ok: true, value: outcome.value, notes: outcome.notes };
    case "refused": {
      const said =
        outcome.errors.length === 0
          ? `status ${outcome.status}`
          : outcome.errors.join("; ").replace(/\.$/, "");
      return fail("portal-refused", `The portal answered: ${said}.`);
    }
    case "failed":
      return fail("portal-trouble", outcome.failure.message);
    case "abandoned":
      return fail("abandoned", "The request was cancelled before the portal answered.");
  }
}

/** Answers with what the portal publishes; `url` is where it is, null where that is not set. */
export function portalHandlers(
  reads: PortalReads,
  url: () => string | null,
): Pick<Handlers, keyof typeof portalMethods> {
  return {
    "portal.address": async () => ok({ url: url() }),
    "portal.sites": async (_, signal) => portalReply(await reads.sites(signal)),
    "portal.products": async (_, signal) => portalReply(await reads.products(signal)),
    "portal.productVariables": async (_, signal) => portalReply(await reads.productVariables(signal)),
    "portal.instrumentTypes": async (_, signal) => portalReply(await reads.instrumentTypes(signal)),
    "portal.models": async (_, signal) => portalReply(await reads.models(signal)),
    "portal.instrumentRecords": async (_, signal) => portalReply(await reads.instrumentRecords(signal)),
    "portal.file": async ({ uuid }, signal) => portalReply(await reads.file(uuid, signal)),
    "portal.files": async (filter, signal) => portalReply(await reads.files(filter, signal)),
    "portal.modelFiles": async (filter, signal) => portalReply(await reads.modelFiles(filter, signal)),
    "portal.visualization": async ({ fileUuid }, signal) =>
      portalReply(await reads.visualization(fileUuid, signal)),
    "portal.visualizations": async (filter, signal) =>
      portalReply(await reads.visualizations(filter, signal)),
    "portal.rawFiles": async (filter, signal) => portalReply(await reads.rawFiles(filter, signal)),
    "portal.rawModelFiles": async (filter, signal) => portalReply(await reads.rawModelFiles(filter, signal)),
    async "portal.image"({ s3key }, signal) {
      const image = portalReply(await reads.image(s3key, signal));
      if (!image.ok) return image;
      return ok({ contentType: "image/png", base64: Buffer.from(image.value).toString("base64") });
    },
  };
}
