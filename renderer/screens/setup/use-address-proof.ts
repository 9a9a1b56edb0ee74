import type { Input } from "#contract/methods.ts";
import { flagAt, textAt, type Written } from "#renderer/settings-form/settings-document.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useSettled } from "#renderer/store/use-settled.ts";

/** Proof of an address, while it is typed. */
export type AddressProof =
  | { readonly kind: "nothing" | "busy" }
  /** Nobody can be asked at what is typed, or not yet. */
  | { readonly kind: "unfit"; readonly isShort: boolean }
  | { readonly kind: "good"; readonly siteCount: number | null }
  | { readonly kind: "bad"; readonly message: string };

/** An address as it was meant: what has no scheme gets the safe one. */
export function wholeAddress(typed: string): string {
  const text = typed.trim();
  return text === "" || /^(?:https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(text) ? text : `https://${text}`;
}

/** The portal of a draft as `settings.testConnection` and `settings.portalLists` are asked of it. */
export function portalOfDraft(portal: Written | null) {
  return {
    url: wholeAddress(textAt(portal, "url")),
    caFile: textAt(portal, "caFile") || null,
    proxy: textAt(portal, "proxy") || null,
    allowInsecureHttp: flagAt(portal, "allowInsecureHttp", false),
  };
}

/**
 * Asks what answers at the address of a draft, a moment after it was typed; `ask` asks again. No password is sent. An address
 * that may be the begin of a name is asked only once it is `confirmed`.
 */
export function useAddressProof(
  portal: Written | null,
  confirmed: string | null,
): {
  readonly proof: AddressProof;
  readonly ask: () => void;
} {
  const written = JSON.stringify(portalOfDraft(portal));
  const settled = useSettled(written, 500);
  const question: Input<"settings.portalLists"> = JSON.parse(settled);
  const isConfirmed = confirmed !== null && wholeAddress(confirmed) === question.url;
  const isAddress = isConfirmed ? isHostNamed(question.url) : hasHost(question.url);
  const test = useHostQuery(
    "settings.testConnection",
    { ...question, username: null },
    { enabled: isAddress, staleMs: 60_000 },
  );
  const ask = () => void test.refetch();
  if (textAt(portal, "url").trim() === "") return { proof: { kind: "nothing" }, ask };
  if (settled !== written || (isAddress && test.isFetching)) return { proof: { kind: "busy" }, ask };
  if (!isAddress) return { proof: { kind: "unfit", isShort: isShort(question.url) }, ask };
  if (test.error !== null) return { proof: { kind: "bad", message: test.error.message }, ask };
  if (test.data === undefined) return { proof: { kind: "nothing" }, ask };
  const { isGood, verdict, siteCount } = test.data;
  return { proof: isGood ? { kind: "good", siteCount } : { kind: "bad", message: verdict }, ask };
}

/** Part of an address of the web, to which more may come. */
function isShort(url: string): boolean {
  return !/\s/.test(url) && /^https?:/i.test(url);
}

/** A name without a dot may be one of the own network. */
function isHostNamed(url: string): boolean {
  return (URL.parse(url)?.hostname ?? "") !== "";
}

/** False while so little is typed that nobody could be asked. */
function hasHost(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "localhost" || /[.:]./.test(host);
}
