import { ok } from "#api/reply.ts";
import type { Answer, Handlers } from "#contract/methods.ts";
import type { verifyMethods } from "#contract/verify.ts";
import type { Station } from "#station/station-api.ts";
import type { VerifyFinding, VerifyFound } from "#station/verify/verify-receipts.ts";

/** Answers about receipts that are compared with what the portal has now. */
export function verifyHandlers({ verification }: Station): Pick<Handlers, keyof typeof verifyMethods> {
  return {
    async "verify.start"({ dates, disk }) {
      return ok({ started: verification.begin({ dates, disk }) });
    },
    async "verify.stop"() {
      verification.end();
      return ok({});
    },
    async "verify.read"() {
      const state = verification.state();
      return ok({ ...state, result: state.found === null ? null : presented(state.found) });
    },
  };
}

function presented(found: VerifyFound): NonNullable<Answer<"verify.read">["result"]> {
  return {
    ...found,
    restored: found.restored.map(presentedOne),
    lost: found.lost.map(presentedOne),
    replaced: found.replaced.map(presentedOne),
    notReceived: found.notReceived.map(presentedOne),
    unconfirmed: found.unconfirmed.map(presentedOne),
    localChanged: found.localChanged.map(presentedOne),
    localGone: found.localGone.map(presentedOne),
    notAsked: [...found.notAsked].map(([reason, count]) => ({ reason, count })),
  };
}

function presentedOne({ upload, record, isQueued }: VerifyFinding) {
  return { ...upload, uploadId: upload.id, checksum: upload.checksum ?? "", record, isQueued };
}
