import type { Input, Output } from "#contract/methods.ts";
import { type Cause, canRetryCause, causes } from "#domain/cause.ts";
import { canCancel, failedStates, totalOf, type UploadState } from "#domain/upload.ts";
import { stateWords } from "#renderer/text/states.ts";

type UploadFilter = NonNullable<Input<"queue">["filter"]>;
export type FilesCounts = Output<"queue.counts">;

/** Part of the queue that is shown, as the address says it: `?state=blocked&cause=refused&instrument=Radar&q=LV1`. */
export interface FilesFilter {
  /** None: every state. */
  readonly states: readonly UploadState[];
  readonly instrument: string | null;
  readonly cause: Cause | null;
  readonly text: string;
}

/** States that one chip stands for; the three steps of sending are one to an operator. */
export interface StateChip {
  readonly states: readonly [UploadState, ...UploadState[]];
  readonly label: string;
}

const chip = (...states: StateChip["states"]): StateChip => ({ states, label: stateWords(states[0]).label });

/** Chips of the states: what needs a person first, what is over last. */
export const stateChips: readonly StateChip[] = [
  chip("blocked"),
  chip("waiting"),
  chip("sending", "announcing", "hashing"),
  chip("queued"),
  chip("delivered"),
  chip("superseded"),
  chip("cancelled"),
];

/** Every state in the order of the chips. */
export const statesInOrder: readonly UploadState[] = stateChips.flatMap(({ states }) => states);

/** The filter that an address names; words that it does not know are left aside. */
export function readFilesFilter(address: URLSearchParams): FilesFilter {
  const named = (address.get("state") ?? "").split(",");
  const cause = address.get("cause");
  return {
    states: statesInOrder.filter((state) => named.includes(state)),
    instrument: address.get("instrument") || null,
    cause: causes.find((one) => one === cause) ?? null,
    text: address.get("q") ?? "",
  };
}

/** The address with `filter` in it; what else is there, such as the open upload, is kept. */
export function writeFilesFilter(filter: FilesFilter, address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string) => (value === "" ? next.delete(name) : next.set(name, value));
  put("state", filter.states.join(","));
  put("cause", filter.cause ?? "");
  put("instrument", filter.instrument ?? "");
  put("q", filter.text);
  return next;
}

/** As the contract takes it. */
export function asUploadFilter(filter: FilesFilter): UploadFilter {
  const text = filter.text.trim();
  return {
    ...(filter.states.length > 0 ? { states: filter.states } : {}),
    ...(filter.instrument === null ? {} : { instrument: filter.instrument }),
    ...(filter.cause === null ? {} : { cause: filter.cause }),
    ...(text === "" ? {} : { text: text.slice(0, 1_000) }),
  };
}

export function isEverything(filter: FilesFilter): boolean {
  return (
    filter.states.length === 0 && filter.instrument === null && filter.cause === null && filter.text === ""
  );
}

/** The address of the queue that shows `filter`, for links from other pages. */
export function filesAddress(filter: Partial<FilesFilter>): string {
  const whole = { states: [], instrument: null, cause: null, text: "", ...filter };
  const written = writeFilesFilter(whole, new URLSearchParams()).toString();
  return written === "" ? "/files" : `/files?${written}`;
}

/** Reach of an action on the whole filter: its filter, and how many uploads there are. */
export interface Reach {
  readonly filter: UploadFilter;
  readonly count: number;
}

const lasting = causes.filter((cause) => !canRetryCause(cause));

/** Uploads that "Retry all" takes up: those that it can help. Cancelled ones only where the filter asks for them by name. */
export function retryReach(filter: FilesFilter, counts: FilesCounts): Reach {
  const may = filter.states.includes("cancelled") ? [...failedStates, "cancelled" as const] : failedStates;
  const all = reach(filter, counts, may);
  if (filter.cause !== null) return canRetryCause(filter.cause) ? all : { ...all, count: 0 };
  const spared = counts.causes.filter(({ cause }) => lasting.includes(cause));
  return {
    filter: { ...all.filter, exceptCauses: lasting },
    count: all.count - spared.reduce((sum, { count }) => sum + count, 0),
  };
}

/** True where one cause alone keeps all of them: the button of that cause takes them up. */
export function isOfOneCause({ count }: Reach, counts: FilesCounts): boolean {
  return counts.causes.some((group) => canRetryCause(group.cause) && group.count === count);
}

/** Uploads that "Cancel all" gives up. */
export function cancelReach(filter: FilesFilter, counts: FilesCounts): Reach {
  return reach(filter, counts, statesInOrder.filter(canCancel));
}

function reach(filter: FilesFilter, counts: FilesCounts, may: readonly UploadState[]): Reach {
  const states = filter.states.length === 0 ? may : may.filter((state) => filter.states.includes(state));
  return {
    filter: { ...asUploadFilter(filter), states },
    count: totalOf(counts.states, states),
  };
}
