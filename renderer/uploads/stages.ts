import { say } from "#base/say.ts";
import type { ReceiptKind } from "#domain/upload.ts";
import { filesText } from "#renderer/text/files.ts";
import type { UploadRow } from "#renderer/text/states.ts";

/** How far one tick of the stage strip is: not begun, under way, behind it. */
export type StageTick = "open" | "now" | "done";

type StageFacts = Pick<UploadRow, "state" | "checksum" | "isAnnounced"> & Partial<Pick<UploadRow, "receipt">>;

/** The portal had the bytes already: what this station sent of them, if anything, is not what delivered them. */
const presentText: Partial<Record<ReceiptKind, string>> = {
  known: filesText.stagesPortalHadFile,
  twin: filesText.stagesPortalHadContent,
};

export const stageNames = ["found", "checksum", "announced", "sent"] as const;

/** The four ticks: found, hashed, announced, sent. */
export function stageTicksOf(upload: StageFacts): readonly [StageTick, StageTick, StageTick, StageTick] {
  const { state, checksum, isAnnounced } = upload;
  if (state === "delivered")
    return upload.receipt?.kind === "twin"
      ? ["done", "done", "open", "open"]
      : ["done", "done", "done", "done"];
  return [
    "done",
    checksum === null ? (state === "hashing" ? "now" : "open") : "done",
    isAnnounced ? "done" : state === "announcing" ? "now" : "open",
    state === "sending" ? "now" : "open",
  ];
}

/** For screen readers and the hover: `Found, checksum computed, announced; being sent`. */
export function stagesText(upload: StageFacts): string {
  if (upload.state === "delivered")
    return presentText[upload.receipt?.kind ?? "stored"] ?? filesText.stagesAll;
  const [, hashed, announced, sent] = stageTicksOf(upload);
  const past = [
    say("Found"),
    hashed === "done" ? say("checksum computed") : "",
    announced === "done" ? say("announced") : "",
  ]
    .filter((word) => word !== "")
    .join(", ");
  const present =
    sent === "now"
      ? say("being sent")
      : announced === "now"
        ? say("being announced")
        : hashed === "now"
          ? filesText.checksumBeingComputed
          : "";
  return present === "" ? past : `${past}; ${present}`;
}
