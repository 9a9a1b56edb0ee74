import type { FastifyRequest } from "fastify";
import type { PortalStore } from "#mock-portal/store/portal-store.ts";
import { type AnswerShape, livePresenter, type Presenter } from "./live-shape.ts";
import type { PortalClock } from "./portal-clock.ts";
import { presenter } from "./shown-records.ts";
import type { Catalogue } from "./store/catalogue.ts";
import type { Contents } from "./store/contents.ts";
import type { ModelUpload } from "./store/records.ts";
import type { RawTable, UploadTable } from "./uploads/upload-table.ts";
import type { Users } from "./users.ts";

/** Parts of the portal that the routes work with. */
export type PortalContext = {
  store: PortalStore;
  uploads: UploadTable;
  modelUploads: RawTable<ModelUpload>;
  contents: Contents;
  catalogue: Catalogue;
  shape: AnswerShape;
  users: Users;
  clock: PortalClock;
  processingDelayMs: number;
  /** A PUT whose body stands still for this long is cut (docs/portal/observed.md §2). */
  stalledBodyMs: number;
  /** Draws a plot that the seed did not store; null when it is not one that can be drawn. */
  drawImage(s3key: string): Promise<Uint8Array | null>;
  /** Called after content of so many bytes was accepted, so that processing knows. */
  onAccepted: (bytes: number) => void;
};

/** A presenter whose addresses lead to the host that the client asked, so that a proxy in between stays in between. */
export function presenterFor(context: PortalContext, request: FastifyRequest): Presenter {
  const { catalogue, shape } = context;
  const present = presenter(catalogue, `http://${request.headers.host ?? request.raw.socket.localAddress}`);
  return shape === "live" ? livePresenter(present, catalogue) : present;
}
