import { Page } from "../../components/page.tsx";

export function SetupScreen() {
  return <Page title="Setup">{null}</Page>;
}
