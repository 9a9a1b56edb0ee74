import { usePortalName } from "#renderer/store/portal-names.ts";

/** A product as the portal calls it; its id where that is not known. */
export function ProductName({ id }: { readonly id: string }) {
  return usePortalName("portal.products", id) ?? "…";
}
