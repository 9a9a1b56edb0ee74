import "./styles/mantine.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/looks.css";
import "./styles/controls.css";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Transport } from "#contract/transport.ts";
import { LaterPart } from "./components/later-part.tsx";
import { NoHost } from "./frame/no-host.tsx";
import { PlainToasts } from "./frame/plain-toasts.tsx";
import { Pages } from "./routes.tsx";
import { TransportProvider } from "./store/host.tsx";
import { createLiveStore, followHost } from "./store/live.ts";
import { createSettingsDrafts, SettingsDraftsProvider } from "./store/settings-draft.ts";
import { LiveProvider } from "./store/use-live.ts";
import { theme, variables } from "./styles/theme.ts";

const loadToasts = async () => (await import("./frame/toasts.tsx")).Toasts;

const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";

/** The whole program as a page; `transport` null where it was opened without a host. */
export function App({ transport }: { readonly transport: Transport | null }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <LaterPart load={loadToasts} props={{}} failed={() => <PlainToasts />} onFailed={null} />
      {transport === null ? <NoHost /> : <Connected transport={transport} />}
    </MantineProvider>
  );
}

function Connected({ transport }: { readonly transport: Transport }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        // The host is on this PC: what it refuses once it refuses again, and its feed says when to ask again.
        defaultOptions: {
          queries: { retry: false, refetchOnWindowFocus: false, networkMode: "always" },
          mutations: { networkMode: "always" },
        },
      }),
  );
  const [live] = useState(createLiveStore);
  const [settingsDrafts] = useState(createSettingsDrafts);
  useEffect(() => followHost(transport, queryClient, live), [transport, queryClient, live]);
  return (
    <TransportProvider value={transport}>
      <QueryClientProvider client={queryClient}>
        <LiveProvider value={live}>
          <SettingsDraftsProvider value={settingsDrafts}>
            <Pages />
          </SettingsDraftsProvider>
        </LiveProvider>
      </QueryClientProvider>
    </TransportProvider>
  );
}
