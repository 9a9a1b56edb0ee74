import { createEmitter } from "#base/event.ts";
import type { Output } from "#contract/methods.ts";
import type { Transport } from "#contract/transport.ts";
import { totalOf, unsentStates } from "#domain/upload.ts";
import type { Attention, Notice, TrayView } from "./attention.ts";

type Status = Output<"status">;
type Told = Output<"notices">["notices"][number];

/** Until the daemon answers for the first time. */
const unknownView: TrayView = {
  state: "waiting",
  tone: "waiting",
  tooltip: "Asking the station how it is",
  causes: [],
  badge: 0,
  unsentCount: 0,
  pause: null,
};

/** Tray and notices of a daemon that runs by itself, as it tells them over the contract. `close` ends it. */
export function remoteAttention(transport: Transport): Attention & { close(): void } {
  let view = unknownView;
  const trayChanged = createEmitter<TrayView>();
  const noticed = createEmitter<Notice>();
  const closed = createEmitter<string>();
  /** Notices that stand, with what they said last. */
  const standing = new Map<string, Told>();
  let isFirstLook = true;
  const statusOrder = newestFirst();
  const noticeOrder = newestFirst();

  const show = (next: TrayView): void => {
    view = next;
    trayChanged.emit(view);
  };

  const lookAtStatus = async (): Promise<void> => {
    const isNews = statusOrder.ask();
    const reply = await transport.call("status", {});
    if (reply.ok && isNews()) show(viewOf(reply.value));
  };

  const lookAtNotices = async (): Promise<void> => {
    const isNews = noticeOrder.ask();
    const reply = await transport.call("notices", {});
    if (!reply.ok || !isNews()) return;
    for (const told of reply.value.notices) {
      const before = standing.get(told.id);
      if (told.resolvedAt !== null) {
        if (!standing.delete(told.id)) continue;
        closed.emit(told.id);
        continue;
      }
      standing.set(told.id, told);
      // What stood when the window opened is on its page.
      if (isFirstLook || before?.sentence === told.sentence) continue;
      const notice: Notice = {
        ...told,
        sinceMs: Date.parse(told.since),
        isRepeat: before !== undefined,
      };
      noticed.emit(notice);
    }
    isFirstLook = false;
  };

  const close = transport.subscribe(null, (event) => {
    if (event.type === "link" && !event.isUp) {
      // What was asked of it before says nothing any more.
      statusOrder.ask()();
      show({ ...view, state: "waiting", tone: "waiting", tooltip: "The station's daemon does not answer" });
    }
    if (event.type === "status.changed" || event.type === "reset") void lookAtStatus();
    if (event.type === "notice.changed" || event.type === "reset") void lookAtNotices();
  });

  return {
    tray: () => view,
    onTray: trayChanged.on,
    onNotice: noticed.on,
    onClose: closed.on,
    close,
  };
}

/** Of answers that cross, the one to the later question stands: `ask` gives what says whether its answer is news. */
function newestFirst(): { ask(): () => boolean } {
  let asked = 0;
  let heard = 0;
  return {
    ask() {
      const mine = ++asked;
      return () => {
        const isNews = mine > heard;
        if (isNews) heard = mine;
        return isNews;
      };
    },
  };
}

function viewOf(status: Status): TrayView {
  const { tray, truth, holds, totals } = status;
  const pause = holds.find(({ lane }) => lane === "pause");
  const standing = standingOf(status);
  return {
    state: tray,
    tone: truth.tone,
    tooltip: truth.sentence,
    causes: standing.slice(0, 3).map(({ cause, message, filter }) => ({
      cause,
      label: message.split(/[.:](\s|$)/, 1)[0] ?? cause,
      filter,
    })),
    badge: standing.filter(({ needsYou }) => needsYou).length,
    unsentCount: totalOf(totals, unsentStates),
    pause:
      pause === undefined ? null : { untilMs: pause.nextTryAt === null ? null : Date.parse(pause.nextTryAt) },
  };
}

type Standing = Pick<Status["causes"][number], "cause" | "message" | "needsYou"> & Pick<Notice, "filter">;

/** What stops everything comes first, then the settings, then what keeps single files. */
function standingOf({ holds, settingsProblems, causes }: Status): readonly Standing[] {
  const stopping = holds.filter(({ lane }) => lane === "portal" || lane === "record");
  const [problem] = settingsProblems;
  return [
    ...stopping.map(({ cause, message, needsYou }) => ({
      ...{ cause, message, needsYou },
      filter: { states: unsentStates },
    })),
    ...(problem === undefined ? [] : [ofSettings(problem)]),
    ...causes.map(({ cause, message, needsYou }) => ({ cause, message, needsYou, filter: { cause } })),
  ];
}

function ofSettings({ key, message, instrument }: Status["settingsProblems"][number]): Standing {
  const filter =
    instrument !== null ? { instrument } : key.startsWith("portal") ? { states: unsentStates } : {};
  return { cause: "settings", message, needsYou: true, filter };
}
