import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { ReplyErrorCode } from "#contract/error-codes.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import type { Transport } from "#contract/transport.ts";

/** Error that a host answered instead of a value; `message` is a sentence for the operator. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly code: ReplyErrorCode;

  constructor(code: ReplyErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const TransportContext = createContext<Transport | null>(null);

export const TransportProvider = TransportContext.Provider;

/** The transport of this page. */
export function useTransport(): Transport {
  const transport = useContext(TransportContext);
  if (transport === null) throw new Error("no transport: the page is not inside TransportProvider");
  return transport;
}

/** The answer to a call; throws HostError for a reply that is none. */
export async function askHost<M extends MethodName>(
  transport: Transport,
  method: M,
  input: Input<M>,
): Promise<Output<M>> {
  const reply = await transport.call(method, input);
  if (!reply.ok) throw new HostError(reply.error.code, reply.error.message);
  return reply.value;
}

export interface HostQueryOptions {
  readonly enabled?: boolean;
  /** Milliseconds for which an answer counts as fresh; 0 unless told. */
  readonly staleMs?: number;
  /** Asks again so often, milliseconds. */
  readonly everyMs?: number;
  /** Shows the last answer while the next input is asked for. */
  readonly keepsPrevious?: boolean;
}

/** Gives the answer of a method, kept and asked for again when the feed says that it may have changed. */
export function useHostQuery<M extends MethodName>(
  method: M,
  input: Input<M>,
  { enabled = true, staleMs = 0, everyMs, keepsPrevious = false }: HostQueryOptions = {},
): UseQueryResult<Output<M>, HostError> {
  const transport = useTransport();
  return useQuery<Output<M>, HostError>({
    queryKey: [method, input],
    queryFn: () => askHost(transport, method, input),
    enabled,
    staleTime: staleMs,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keepsPrevious ? { placeholderData: (previous: Output<M> | undefined) => previous as never } : {}),
  });
}

/** The last answer to a call, as it is when it is asked for; undefined where there is none. */
export function useLastAnswer<M extends MethodName>(method: M, input: Input<M>): () => Output<M> | undefined {
  const queryClient = useQueryClient();
  return () => queryClient.getQueryData<Output<M>>([method, input]);
}

/** Forgets every answer: the host is another station now, of which none is true. */
export function useForgetAnswers(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.resetQueries();
}

/** A call that changes something; afterwards the answers of `refreshes` are asked for again. */
export function useHostCall<M extends MethodName>(
  method: M,
  refreshes: readonly MethodName[] = ["status"],
): UseMutationResult<Output<M>, HostError, Input<M>> {
  const transport = useTransport();
  const queryClient = useQueryClient();
  return useMutation<Output<M>, HostError, Input<M>>({
    mutationFn: (input) => askHost(transport, method, input),
    onSettled: () => void refresh(queryClient, refreshes),
  });
}

/** Asks again for the answers of these methods that a page shows now; resolves when they are there or could not be had. */
export async function refresh(queryClient: QueryClient, methods: readonly MethodName[]): Promise<void> {
  await Promise.all(methods.map((method) => refreshOne(queryClient, method)));
}

async function refreshOne(queryClient: QueryClient, method: MethodName): Promise<void> {
  const underway = queryClient
    .getQueryCache()
    .findAll({ queryKey: [method], type: "active", fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  const again = underway.map(async ({ queryKey, promise }) => {
    // A first answer that is on its way is not asked for again, and may be older than what made it stale.
    await promise?.catch(() => {});
    await queryClient.invalidateQueries({ queryKey, exact: true });
  });
  await Promise.all([queryClient.invalidateQueries({ queryKey: [method] }), ...again]);
}
