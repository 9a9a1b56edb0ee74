import { ok } from "#api/reply.ts";
import { isoTime } from "#base/text.ts";
import type { Handlers } from "#contract/methods.ts";
import type { VerifyResult, verifyMethods } from "#contract/verify.ts";
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
      const { isRunning, isWhole, found, asOfMs } = verification.state();
      return ok({
        running: isRunning,
        complete: isWhole,
        asOf: asOfMs === null ? null : isoTime(asOfMs),
        result: found === null ? null : presented(found),
      });
    },
  };
}

function presented(found: VerifyFound): VerifyResult {
  const {
    checked,
    same,
    restored,
    lost,
    replaced,
    notReceived,
    unconfirmed,
    lookAgainAtMs,
    localChanged,
    localGone,
    notAsked,
  } = found;
  return {
    checked,
    same,
    restored: restored.map(presentedOne),
    lost: lost.map(presentedOne),
    replaced: replaced.map(presentedOne),
    notReceived: notReceived.map(presentedOne),
    unconfirmed: unconfirmed.map(presentedOne),
    lookAgainAt: lookAgainAtMs === null ? null : isoTime(lookAgainAtMs),
    localChanged: localChanged.map(presentedOne),
    localGone: localGone.map(presentedOne),
    notAsked: [...notAsked].map(([reason, count]) => ({ reason, count })),
  };
}

function presentedOne({ upload, record, isQueued }: VerifyFinding): VerifyResult["lost"][number] {
  const { id: uploadId, instrument, relPath: path, measurementDate, checksum } = upload;
  const of = { uploadId, instrument, path, measurementDate, checksum: checksum ?? "" };
  return { ...of, record: shown(record), queued: isQueued };
}

function shown(record: VerifyFinding["record"]): VerifyResult["lost"][number]["record"] {
  if (record === null) return null;
  const { uuid, filename, checksum, status, updatedAt } = record;
  return { uuid, filename, checksum, status, updatedAt };
}
