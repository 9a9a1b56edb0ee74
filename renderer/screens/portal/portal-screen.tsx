import { Page } from "../../components/page.tsx";

export function PortalScreen() {
  return <Page title="Portal">{null}</Page>;
}
