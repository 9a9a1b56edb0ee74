import type { ReceiptKind } from "#domain/upload.ts";
import type { UploadRow } from "#renderer/components/words.ts";

/** How far one tick of the stage strip is: not begun, under way, behind it. */
export type Tick = "open" | "now" | "done";

type StageFacts = Pick<UploadRow, "state" | "checksum" | "isAnnounced"> & Partial<Pick<UploadRow, "receipt">>;

/** The portal had the bytes already: nothing was sent. */
const unsentText: Partial<Record<ReceiptKind, string>> = {
  known: "Seen, checksum worked out; the portal had this file already, nothing was sent",
  twin: "Seen, checksum worked out; the portal had the same content under another name, nothing was sent",
};

export const stageNames = ["seen", "checksum", "announced", "sent"] as const;

/** The four ticks: seen, hashed, announced, sent. */
export function ticksOf(upload: StageFacts): readonly [Tick, Tick, Tick, Tick] {
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

/** For readers by ear and the hover: `Seen, checksum worked out, announced; sending now`. */
export function stagesText(upload: StageFacts): string {
  if (upload.state === "delivered")
    return unsentText[upload.receipt?.kind ?? "stored"] ?? "Seen, checksum worked out, announced, sent";
  const [, hashed, announced, sent] = ticksOf(upload);
  const past = [
    "Seen",
    hashed === "done" ? "checksum worked out" : "",
    announced === "done" ? "announced" : "",
  ]
    .filter((word) => word !== "")
    .join(", ");
  const present =
    sent === "now"
      ? "being sent"
      : announced === "now"
        ? "being announced"
        : hashed === "now"
          ? "checksum being worked out"
          : "";
  return present === "" ? past : `${past}; ${present}`;
}
