import type { Dispatcher } from "undici";
import type { CameBack, PortalAnswer } from "./portal-answer.ts";
import { brokenCodes } from "./portal-answer.ts";

/** A request whose body is in memory. */
export interface WholeRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: "POST" | "PUT";
  readonly headers: Record<string, string>;
  /** A list of pieces goes out in chunked transfer coding, a string with its length. */
  readonly body: string | readonly Uint8Array[];
  /** Longest time without an answer. */
  readonly answerMs: number;
  /** Longest time from the moment when all is sent until the answer is whole. */
  readonly wholeAnswerMs: number;
}

/** Sends a request and gives its whole answer. Never rejects. Lean, because a station sends thousands of small files. */
export function requestWhole(
  dispatcher: Dispatcher,
  request: WholeRequest,
  signal: AbortSignal,
): Promise<CameBack> {
  return new Promise((resolve) => {
    const answer = new BufferedAnswer(resolve, signal, request.wholeAnswerMs);
    if (answer.isOver) return;
    const { origin, path, method, headers, body, answerMs } = request;
    // undici takes any iterable; its types name only some.
    const content = body as string;
    dispatcher.dispatch(
      { origin, path, method, headers, body: content, headersTimeout: answerMs, bodyTimeout: answerMs },
      answer,
    );
  });
}

const keptBytes = 64 * 1024;

class BufferedAnswer implements Dispatcher.DispatchHandler {
  isOver = false;
  private readonly resolve: (came: CameBack) => void;
  private readonly signal: AbortSignal;
  private readonly wholeAnswerMs: number;
  private deadline: NodeJS.Timeout | undefined;
  private hasHeard = false;
  private controller: Dispatcher.DispatchController | null = null;
  private isBodySent = false;
  private status = 0;
  private headers: PortalAnswer["headers"] = {};
  private readonly pieces: Buffer[] = [];
  private keptBytes = 0;

  constructor(resolve: (came: CameBack) => void, signal: AbortSignal, wholeAnswerMs: number) {
    this.resolve = resolve;
    this.signal = signal;
    this.wholeAnswerMs = wholeAnswerMs;
    if (signal.aborted) this.end({ kind: "abandoned" });
    else signal.addEventListener("abort", this.giveUp);
  }

  private readonly giveUp = (): void => {
    this.end({ kind: "abandoned" });
    this.controller?.abort(new Error("given up by the caller"));
  };

  private readonly timeUp = (): void => {
    const detail = "the answer did not end in time";
    const code = this.codeOf("UND_ERR_HEADERS_TIMEOUT");
    this.end({ kind: "broken", code, detail, wasStarted: true });
    this.controller?.abort(new Error(detail));
  };

  private end(came: CameBack): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.deadline);
    this.signal.removeEventListener("abort", this.giveUp);
    this.resolve(came);
  }

  private answer(): PortalAnswer {
    const body =
      this.pieces.length === 1
        ? this.pieces[0]?.toString("utf8")
        : Buffer.concat(this.pieces).toString("utf8");
    return {
      kind: "answer",
      status: this.status,
      headers: this.headers,
      body: body ?? "",
      isBodySent: this.isBodySent,
    };
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isOver) return void controller.abort(new Error("given up by the caller"));
    this.deadline = setTimeout(this.timeUp, this.wholeAnswerMs);
  }

  onRequestSent(): void {
    this.isBodySent = true;
    this.deadline?.refresh();
  }

  onResponseStarted(): void {
    this.hasHeard = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: PortalAnswer["headers"],
  ): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.isOver) return;
    this.pieces.push(piece);
    this.keptBytes += piece.length;
    if (this.keptBytes <= keptBytes) return;
    this.end(this.answer());
    controller.abort(new Error("the answer is too long"));
  }

  onResponseEnd(): void {
    this.end(this.answer());
  }

  onResponseError(_controller: unknown, error: Error & { code?: string }): void {
    const code = this.codeOf(error.code ?? error.name);
    this.end({ kind: "broken", code, detail: error.message, wasStarted: this.controller !== null });
  }

  private codeOf(given: string): string {
    if (given === "UND_ERR_HEADERS_TIMEOUT" && this.hasHeard) return brokenCodes.trickling;
    return this.status >= 200 && given !== "UND_ERR_BODY_TIMEOUT" ? brokenCodes.cut : given;
  }
}
