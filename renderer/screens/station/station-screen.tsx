import { Page } from "../../components/page.tsx";

export function StationScreen() {
  return <Page title="Station">{null}</Page>;
}
